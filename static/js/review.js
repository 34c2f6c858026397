// The review: "Next" once it may be left, also by Enter, and how the answer sounds.

// The server's second begins a little earlier than ours.
const MARGIN_MS = 120;

export function listenForReviews() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  // A tap that plays a sound leaves the input its focus, and a phone its keyboard.
  document.addEventListener("pointerdown", (event) => playButton(event) && event.preventDefault());
  document.addEventListener("htmx:afterSettle", enterReview);
  enterReview();
}

function enterReview() {
  for (const button of document.querySelectorAll("[data-play]")) button.hidden = false;
  const next = document.querySelector("[data-next-in]");
  if (!next || "armed" in next.dataset) return;
  next.dataset.armed = "";
  setTimeout(() => { next.hidden = false; }, Number(next.dataset.nextIn) * 1000 + MARGIN_MS);
}

// The focus stays in the box of the answer, which has no button of its own to press now.
function onKey(event) {
  const next = document.querySelector("[data-next-in]");
  if (event.key !== "Enter" || event.repeat || !next || next.hidden) return;
  if (event.target.closest?.("a, button")) return;
  event.preventDefault();
  next.click();
}

function playButton(event) {
  return event.target.closest?.("[data-play]");
}

function onClick(event) {
  const button = playButton(event);
  if (!button) return;
  const sound = button.parentElement.querySelector("[data-sound]");
  sound.currentTime = 0;
  // A browser that cannot play it leaves everything else as it is.
  sound.play().catch(() => {});
}
