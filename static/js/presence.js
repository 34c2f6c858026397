// Is somebody there? Counts keys, sees the page hidden, and tells the server.
const MISSES_UNTIL_ASKED = 2;
const SEND_EVERY_MS = 30000;

let currentFace = () => null;
let card = freshCard();
let misses = 0;
let timer = 0;
const queue = [];

function freshCard() {
  return { face: null, arrivedAt: 0, pictureDelay: 0, firstKey: 0, n_keys: 0, n_pastes: 0, n_blurs: 0 };
}

export function listenForPresence(faceOf) {
  currentFace = faceOf;
  document.addEventListener("input", onInput, true);
  document.addEventListener("paste", () => { card.n_pastes += 1; tell("paste"); }, true);
  document.addEventListener("pointerdown", () => { misses = 0; }, true);
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("blur", () => { card.n_blurs += 1; tell("blur"); });
  window.addEventListener("focus", () => tell("focus"));
  window.addEventListener("offline", () => tell("offline"));
  window.addEventListener("online", () => tell("online"));
  window.addEventListener("pagehide", sendEvents);
}

export function noteCard(face, pictureDelay = 0) {
  if (card.face !== face) card = { ...freshCard(), face, arrivedAt: performance.now() };
  card.pictureDelay = pictureDelay;
}

export function clientNumbers() {
  const elapsed = performance.now() - card.arrivedAt;
  return {
    picture_delay_ms: Math.round(card.pictureDelay),
    elapsed_ms: Math.round(elapsed),
    first_key_ms: card.firstKey ? Math.round(card.firstKey - card.arrivedAt) : -1,
    n_keys: card.n_keys,
    n_pastes: card.n_pastes,
    n_blurs: card.n_blurs,
  };
}

export function isUntouched() {
  return card.n_keys === 0;
}

export function noteTimeOver() {
  if (isUntouched()) misses += 1;
}

function seemsAway() {
  return misses >= MISSES_UNTIL_ASKED;
}

export function isHiddenOrAway() {
  return document.hidden || seemsAway();
}

// Goes on at once, when the page is seen again, or when somebody says so.
export function whenPresent(goOn) {
  if (seemsAway()) askWhetherStillThere(goOn);
  else if (document.hidden) {
    document.addEventListener("visibilitychange", () => whenPresent(goOn), { once: true });
  } else goOn();
}

function askWhetherStillThere(goOn) {
  const question = document.querySelector("[data-still-there]");
  tell("still_there");
  question.hidden = false;
  const button = question.querySelector("button");
  button.focus();
  button.addEventListener("click", () => { misses = 0; goOn(); }, { once: true });
}

function onInput(event) {
  if (event.target.id !== "answer") return;
  misses = 0;
  card.n_keys += 1;
  if (card.firstKey) return;
  card.firstKey = performance.now();
  tell("first_key");
}

function onVisibility() {
  tell(document.hidden ? "hidden" : "visible");
  // A phone may end a hidden page without a word.
  if (document.hidden) sendEvents();
  const resume = document.querySelector("[data-resume]");
  if (resume && !isHiddenOrAway()) resume.click();
}

export function tell(kind) {
  const face = currentFace();
  if (!face || "practice" in face.dataset) return;
  queue.push({
    kind,
    phase: face.dataset.phase,
    step: Number(face.dataset.step),
    client_ms: Math.round(performance.now()),
  });
  timer ||= setTimeout(sendEvents, SEND_EVERY_MS);
}

function sendEvents() {
  clearTimeout(timer);
  timer = 0;
  const form = document.getElementById("answer-form");
  if (queue.length === 0 || !form) return;
  const body = JSON.stringify(queue.splice(0, Number(form.dataset.mostEvents)));
  navigator.sendBeacon(`${form.dataset.session}events/`, new Blob([body], { type: "application/json" }));
}
