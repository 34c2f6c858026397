// Buttons that copy a code or the page's address; without JavaScript they are not there.
export function showCopyButtons() {
  for (const button of document.querySelectorAll("[data-copy], [data-copy-address]")) {
    button.hidden = false;
  }
}

export function listenForCopying() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy], [data-copy-address]");
    if (button) copy(button);
  });
}

async function copy(button) {
  const source = button.dataset.copy ? document.querySelector(button.dataset.copy) : null;
  const text = source ? source.textContent.trim() : location.origin + location.pathname;
  if ((await isTaken(text)) || isTakenFrom(source ?? addressBox(button, text))) {
    button.textContent = button.dataset.copied;
    button.parentNode.querySelector(".address")?.remove();
  }
}

async function isTaken(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// In a frame without the right to copy: the old way, and if that fails as well, the text
// stays selected for whoever has a keyboard or a long finger.
function isTakenFrom(shown) {
  if (shown.select) shown.select();
  else getSelection().selectAllChildren(shown);
  return document.execCommand("copy");
}

function addressBox(button, text) {
  const known = button.parentNode.querySelector(".address");
  if (known) return known;
  const box = document.createElement("input");
  box.className = "address";
  box.readOnly = true;
  box.value = text;
  box.setAttribute("aria-label", button.textContent);
  button.after(box);
  return box;
}
