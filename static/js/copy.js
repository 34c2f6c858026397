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
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied;
  } catch {
    // In a frame without the right to copy, the code is at least selected.
    if (source) getSelection().selectAllChildren(source);
  }
}
