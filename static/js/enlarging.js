// A tap makes the picture as large as can be seen, another one small again. The focus
// stays in the input, or phones would close their keyboard.
export function listenForEnlarging() {
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.("[data-enlarge]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-enlarge]");
    if (button) enlarge(button, button.getAttribute("aria-pressed") !== "true");
  });
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("input", shrink, true);
}

export function offerEnlarging(face) {
  face.querySelector("[data-enlarge]")?.removeAttribute("hidden");
}

// Escape closes what is open, and does nothing else then.
function onKey(event) {
  if (event.key === "Escape" && shrink()) event.stopImmediatePropagation();
}

function shrink() {
  const button = document.querySelector('[data-enlarge][aria-pressed="true"]');
  if (button) enlarge(button, false);
  return Boolean(button);
}

function enlarge(button, isLarge) {
  if (isLarge) window.scrollTo(0, 0);
  button.setAttribute("aria-pressed", String(isLarge));
  button.closest("[data-picture-room]").classList.toggle("is-large", isLarge);
}
