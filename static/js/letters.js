// Letters that a keyboard may lack; pressing one keeps the focus in the input.
export function listenForLetters() {
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.("[data-letter]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-letter]");
    if (button) insert(button.dataset.letter);
  });
}

export function showLetters() {
  document.querySelector("[data-letters]")?.removeAttribute("hidden");
}

function insert(letter) {
  const input = document.getElementById("answer");
  if (input.value.length >= input.maxLength || !mayType(input)) return;
  input.setRangeText(letter, input.selectionStart, input.selectionEnd, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  input.focus({ preventScroll: true });
}

// Whoever forbids typing, as while an answer is on its way, forbids the buttons, too.
function mayType(input) {
  return input.dispatchEvent(new InputEvent("beforeinput", { bubbles: true, cancelable: true }));
}
