// Tells with the consent how wide the window is and whether it is touched, in classes.
const NARROW_BELOW = 600;
const MEDIUM_BELOW = 1100;

export function viewportClass(width) {
  if (width < NARROW_BELOW) return "narrow";
  return width < MEDIUM_BELOW ? "medium" : "wide";
}

export function fillIn(form) {
  form.elements.viewport.value = viewportClass(window.innerWidth);
  form.elements.touch.value = navigator.maxTouchPoints > 0 ? "yes" : "no";
}

const form = document.querySelector("[data-device]");
form?.addEventListener("submit", () => fillIn(form));
document.querySelector("[data-focus]")?.focus();
