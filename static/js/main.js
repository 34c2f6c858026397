// Brings a page to life after every load and swap. Pages work without it.
import { startCountdown } from "./countdown.js";
import { listenForCopying, showCopyButtons } from "./copy.js";
import { listenForLetters, showLetters } from "./letters.js";
import { listenForReviews } from "./review.js";
import { whenShown } from "./picture.js";
import { listenForPresence, noteCard, tell, whenPresent } from "./presence.js";
import { listenForTimes } from "./times.js";
import { goOn, listenForSubmits, sendAsItIs, takeBack } from "./submit.js";

let face = null;
let stopCountdown = () => {};

function say(text) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

function enterPage() {
  const current = document.getElementById("face");
  if (current === face) return;
  face = current;
  stopCountdown();
  if (!face) return enterOtherPage();
  prepareInput();
  if (face.dataset.page === "card") enterCard();
  else enterReview();
}

// A page that came by a swap: screen readers begin at its heading.
function enterOtherPage() {
  showCopyButtons();
  document.querySelector("main h1")?.setAttribute("tabindex", "-1");
  document.querySelector("main h1")?.focus({ preventScroll: true });
}

// The same element all the time: phones keep their keyboard, screen readers their place.
function prepareInput() {
  const input = document.getElementById("answer");
  const isCard = face.dataset.page === "card";
  input.name = document.getElementById("keys").dataset.field;
  input.readOnly = false;
  input.setAttribute("aria-readonly", String(!isCard));
  input.classList.toggle("is-right", face.dataset.outcome === "correct");
  input.classList.toggle("is-wrong", !isCard && face.dataset.outcome !== "correct");
  input.value = document.getElementById("keys").dataset.value ?? "";
  document.getElementById("hint").textContent = "";
  if (document.activeElement !== input) input.focus({ preventScroll: true });
}

function enterCard() {
  const shown = face;
  const arrived = performance.now();
  showLetters();
  noteCard(shown);
  whenShown(shown, onPictureFailed).then((delay) => {
    if (face !== shown) return;
    tell("picture_shown");
    noteCard(shown, delay);
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
  say(document.querySelector("[data-announce]")?.innerText ?? "");
  if ("practice" in shown.dataset) return;
  document.querySelector("[data-next]").hidden = false;
  stopCountdown = startCountdown(shown, {
    startedAt: performance.now(),
    onEnd: () => whenPresent(() => face === shown && goOn()),
  });
}

listenForSubmits(() => face);
listenForLetters();
listenForCopying();
listenForReviews();
listenForTimes();
listenForPresence(() => face);
document.addEventListener("htmx:afterSettle", enterPage);
// A page from the browser's own store shows a card that may be long over.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
showCopyButtons();
document.querySelector("[data-focus]")?.focus();
enterPage();
