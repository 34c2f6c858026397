// Brings a page to life after every load and swap. Pages work without it.
import { startCountdown } from "./countdown.js";
import { listenForCopying, showCopyButtons } from "./copy.js";
import { listenForEnlarging, offerEnlarging } from "./enlarging.js";
import { listenForFaults } from "./faults.js";
import { listenForLetters, showLetters } from "./letters.js";
import { listenForReviews } from "./review.js";
import { whenShown } from "./picture.js";
import { listenForPresence, noteCard, tell, whenPresent } from "./presence.js";
import { say, sayCard, sayVerdict } from "./speech.js";
import { goOn, isSending, listenForSubmits, sendAsItIs, takeBack } from "./submit.js";
import { listenForTimes } from "./times.js";
import { followViewport } from "./viewport.js";

let face = null;
let stopCountdown = () => {};

function enterPage() {
  const current = document.getElementById("face");
  if (current === face) return;
  face = current;
  stopCountdown();
  window.scrollTo(0, 0);
  if (!face) return enterOtherPage();
  prepareInput();
  if (face.dataset.page === "card") enterCard();
  else enterReview();
}

// A page that came by a swap: screen readers begin at its heading, or hear it where
// there is only a button to press.
function enterOtherPage() {
  showCopyButtons();
  const heading = document.querySelector("main h1");
  heading?.setAttribute("tabindex", "-1");
  const isFocused = focusWhatIsMarked();
  say(isFocused ? (heading?.textContent ?? "") : "");
  if (!isFocused) heading?.focus({ preventScroll: true });
}

function focusWhatIsMarked() {
  const marked = document.querySelector("[data-focus]");
  marked?.focus({ preventScroll: true });
  return Boolean(marked);
}

// The same element all the time: phones keep their keyboard, screen readers their place.
function prepareInput() {
  const input = document.getElementById("answer");
  const isCard = face.dataset.page === "card";
  input.name = document.getElementById("keys").dataset.field;
  input.readOnly = false;
  input.setAttribute("aria-readonly", String(!isCard));
  input.classList.toggle("is-right", face.dataset.outcome === "correct");
  input.classList.toggle("is-wrong", !["correct", "", undefined].includes(face.dataset.outcome));
  input.value = document.getElementById("keys").dataset.value ?? "";
  document.getElementById("hint").textContent = "";
  if (document.activeElement !== input) input.focus({ preventScroll: true });
}

function enterCard() {
  const shown = face;
  const arrived = performance.now();
  showLetters();
  offerEnlarging(shown);
  sayCard(shown);
  noteCard(shown);
  whenShown(shown, onPictureFailed).then((delay) => {
    if (face !== shown) return;
    tell("picture_shown");
    noteCard(shown, delay);
    if (isSending()) return;
    stopCountdown = startCountdown(shown, {
      startedAt: arrived + delay,
      onWarning: () => say(shown.dataset.warning),
      onEnd: () => sendAsItIs(shown),
    });
  });
}

// The card is taken back at once, so that its time does not run without a picture.
function onPictureFailed() {
  stopCountdown();
  tell("picture_failed");
  takeBack();
}

function enterReview() {
  const shown = face;
  offerEnlarging(shown);
  sayVerdict();
  if ("practice" in shown.dataset) return;
  document.querySelector("[data-next]").hidden = false;
  stopCountdown = startCountdown(shown, {
    startedAt: performance.now(),
    onEnd: () => whenPresent(() => face === shown && goOn()),
  });
}

followViewport();
listenForEnlarging();
listenForSubmits(() => face, () => stopCountdown());
listenForLetters();
listenForFaults();
listenForCopying();
listenForReviews();
listenForTimes();
listenForPresence(() => face);
document.addEventListener("htmx:afterSettle", enterPage);
// A page from the browser's own store shows a card that may be long over.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
showCopyButtons();
focusWhatIsMarked();
enterPage();
