// The time that is left, as a bar; the server's deadline decides, not this one.
const PAINT_EVERY_MS = 200;
const CLEAR_SECONDS = 5;
const LATE_SHARE = 0.25;
// The server's second begins a little earlier than ours.
const MARGIN_MS = 120;

// Returns a function that stops it.
export function startCountdown(face, { startedAt, onWarning = () => {}, onEnd }) {
  if (face.dataset.seconds === undefined) return () => {};
  const seconds = Number(face.dataset.seconds);
  const limit = Math.max(Number(face.dataset.limit), seconds, 0.001);
  const isReview = face.dataset.page === "review";
  const endsAt = startedAt + seconds * 1000 + (isReview ? MARGIN_MS : 0);
  let hasWarned = isReview || seconds <= CLEAR_SECONDS;

  const paint = () => {
    const left = Math.max(0, (endsAt - performance.now()) / 1000);
    draw(face, left, limit, isReview);
    if (!hasWarned && left <= CLEAR_SECONDS) {
      hasWarned = true;
      onWarning();
    }
  };
  paint();
  const painting = setInterval(paint, PAINT_EVERY_MS);
  const ending = setTimeout(() => {
    clearInterval(painting);
    draw(face, 0, limit, isReview);
    onEnd();
  }, Math.max(0, endsAt - performance.now()));
  return () => {
    clearInterval(painting);
    clearTimeout(ending);
  };
}

function draw(face, left, limit, isReview) {
  const bar = face.querySelector("[data-timebar]");
  const isClear = !isReview && left <= CLEAR_SECONDS;
  bar.classList.toggle("is-late", !isReview && left <= limit * LATE_SHARE);
  bar.querySelector("[data-timebar-fill]").style.transform = `scaleX(${Math.min(1, left / limit)})`;
  bar.querySelector("[data-timebar-seconds]").textContent = isClear ? `${Math.ceil(left)} s` : "";
}
