// Sends answers: once, never an empty one by mistake, and again until it arrives.
import { clientNumbers, isHiddenOrAway, isUntouched, noteTimeOver, tell } from "./presence.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15000;
const SLOW_MS = 400;
const BACK_MS = 2500;

let currentFace = () => null;
let onSending = () => {};
let sending = null;
let tries = 0;
let timer = 0;
let slowTimer = 0;

export function listenForSubmits(faceOf, whenSending = () => {}) {
  currentFace = faceOf;
  onSending = whenSending;
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("beforeinput", onTyping, true);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("htmx:afterSettle", onArrived);
  for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(kind, onFailed);
  }
  window.addEventListener("online", () => timer && retry());
}

export function isSending() {
  return sending !== null;
}

// The time is over: what was typed counts.
export function sendAsItIs(face) {
  if (sending) return;
  noteTimeOver();
  setKey("auto", "1");
  if (face.dataset.phase !== "learning" && isHiddenOrAway()) setKey("paused", "1");
  if (isUntouched()) document.getElementById("answer").value = "";
  document.getElementById("answer-form").requestSubmit();
}

export function goOn() {
  document.querySelector("[data-continue]")?.requestSubmit();
}

// A card whose picture failed: its time stands still for a while.
export function takeBack() {
  const { session, practice } = document.getElementById("answer-form").dataset;
  if (practice !== undefined) return;
  const keys = new FormData(document.getElementById("answer-form"));
  const body = new URLSearchParams({ phase: keys.get("phase"), step: keys.get("step") });
  fetch(`${session}again/`, { method: "POST", body, redirect: "manual" }).catch(() => {});
}

function setKey(name, value) {
  document.querySelector(`#keys [name="${name}"]`).value = value;
}

function onSubmit(event) {
  const form = event.target;
  if ("once" in form.dataset) onlyOnce(event, form);
  else if (form.id === "answer-form" || "continue" in form.dataset) sendOnce(event, form);
}

function sendOnce(event, form) {
  const isAnswer = form.id === "answer-form";
  if (sending && !sending.again) return swallow(event);
  if (!sending && isAnswer && !isReady(event)) return swallow(event);
  sending = { form, submitter: event.submitter, again: false };
  setBusy(true);
  onSending();
  if (isAnswer && tries === 0) sendFirst();
}

// What is sent again is the same, and the banner tells of it.
function sendFirst() {
  setKey("client", JSON.stringify(clientNumbers()));
  slowTimer = setTimeout(() => hint(around().dataset.sending), SLOW_MS);
}

// What cannot be pressed now looks like it.
function setBusy(isBusy) {
  const parts = [["#stage", "aria-busy"], ["#controls button", "aria-disabled"]];
  for (const [selector, attribute] of parts) {
    for (const element of document.querySelectorAll(selector)) {
      if (isBusy) element.setAttribute(attribute, "true");
      else element.removeAttribute(attribute);
    }
  }
}

function hint(text) {
  const line = document.getElementById("hint");
  if (line) line.textContent = text;
}

function notSlow() {
  clearTimeout(slowTimer);
  hint("");
}

function isReady(event) {
  if (currentFace()?.dataset.page !== "card") return false;
  const isAuto = document.querySelector('#keys [name="auto"]').value === "1";
  const isEmpty = !document.getElementById("answer").value.trim();
  if (!isEmpty || isAuto || event.submitter?.name === "dont_know") return true;
  hint(currentFace().dataset.hint);
  document.getElementById("answer").focus();
  return false;
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

// Plain forms between the parts: a second click does nothing for a while.
function onlyOnce(event, form) {
  if (form.dataset.sent) return swallow(event);
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 3000);
}

// The text stays as it was sent, and as it was graded.
function onTyping(event) {
  if (event.target.id !== "answer") return;
  if (sending || currentFace()?.dataset.page !== "card") event.preventDefault();
  else hint("");
}

function onKey(event) {
  // Enter that ends the composing of a letter is not an answer.
  const isComposing = event.isComposing || event.keyCode === 229;
  // A key held down would begin the next part as well.
  if (event.key === "Enter" && (isComposing || event.repeat)) event.preventDefault();
  if (event.key === "Escape" && !isComposing && !event.repeat) giveUp(event.target.form);
}

// The shortcut of "I don't know".
function giveUp(form) {
  if (form?.id !== "answer-form" || sending) return;
  form.querySelector('[name="dont_know"]')?.click();
}

function onArrived() {
  if (tries > 0) endWaiting();
  sending = null;
  tries = 0;
  clearTimeout(timer);
  timer = 0;
  notSlow();
  setBusy(false);
}

function onFailed(event) {
  if (!sending || timer) return;
  event.stopPropagation();
  tries += 1;
  notSlow();
  const reply = event.detail?.xhr;
  showNetwork(reply?.status ? "busy" : "offline");
  timer = setTimeout(retry, pauseAfter(reply));
}

// As long as the server asks for, or longer with every try.
function pauseAfter(reply) {
  const asked = Number(reply?.getResponseHeader?.("Retry-After")) * 1000;
  return Math.min(LONGEST_PAUSE_MS, asked || FIRST_PAUSE_MS * 2 ** (tries - 1));
}

function retry() {
  clearTimeout(timer);
  timer = 0;
  tell("retry");
  sending.again = true;
  // htmx knows a button by its click alone.
  if (sending.submitter?.isConnected) sending.submitter.click();
  else sending.form.requestSubmit();
}

function around() {
  return document.getElementById("network");
}

function showNetwork(state) {
  const banner = around();
  banner.dataset.state = state;
  banner.textContent = banner.dataset[state];
  banner.hidden = false;
}

// Who was told of no connection is told that it is back.
function endWaiting() {
  const wasOffline = around().dataset.state === "offline";
  if (wasOffline) showNetwork("back");
  setTimeout(() => { if (!sending) around().hidden = true; }, wasOffline ? BACK_MS : 0);
}
