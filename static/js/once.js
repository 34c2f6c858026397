// Where the consent says so, a browser remembers that a study was begun in it.
const KEY = "forgetmenot.begun.";

// In some frames and private windows a browser keeps nothing.
export function wasBegun(study) {
  try {
    return localStorage.getItem(KEY + study) !== null;
  } catch {
    return false;
  }
}

export function remember(study) {
  try {
    localStorage.setItem(KEY + study, "1");
  } catch {
    // Then nobody is told apart here.
  }
}

const begun = document.querySelector("[data-begun]");
if (begun) remember(begun.dataset.begun);
const field = document.querySelector("[data-once]");
if (field && wasBegun(field.dataset.once)) field.value = "yes";
