// The Design page saves as one types; without this module every section has a button.
const FIELDS = "input, select, textarea";
const SECTION = "form[hx-post]";

function hideSaveButtons() {
  for (const button of document.querySelectorAll(`${SECTION} [data-save]`)) {
    button.hidden = true;
  }
}

// Screen readers hear of a fault where it is.
function markFaults() {
  for (const slot of document.querySelectorAll(".fault[id$='_error']")) {
    const field = document.getElementById(slot.id.slice(0, -"_error".length));
    if (field?.matches(FIELDS)) {
      field.setAttribute("aria-invalid", String(slot.textContent.trim() !== ""));
    }
  }
}

function listRefused() {
  const slots = document.querySelectorAll(".fault[id$='_error']");
  return [...slots].filter((slot) => slot.textContent.trim() !== "");
}

// The server knows one section of what was typed: it is told what else it refused.
function tellRefused({ target, detail }) {
  if (!target.matches(SECTION)) return;
  const others = listRefused().filter((slot) => !target.contains(slot));
  detail.parameters.unsaved = others.map((slot) => slot.id.slice(0, -"_error".length));
}

// The server reads a decimal comma as well; what is shown is what will be stored.
function showPoint({ target }) {
  if (target.matches("[inputmode='decimal']")) target.value = target.value.replace(",", ".");
}

// Most notes say what they said. To swap them all in would hold the page up: htmx tells
// every one it has swapped of each that follows.
function keepEqual({ target, detail }) {
  if (!target.matches(".field-notes, .fault")) return;
  detail.shouldSwap = !target.isEqualNode(detail.fragment.firstElementChild);
}

function tellLocalTime() {
  for (const time of document.querySelectorAll("#saved time")) {
    const at = new Date(time.dateTime);
    time.textContent = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  }
}

// What participants see follows from nearly everything, so it is fetched again.
function refreshPreview() {
  const frame = document.querySelector("[data-preview]");
  if (frame) frame.src = frame.getAttribute("src");
}

function say(text) {
  const saved = document.getElementById("saved");
  saved.textContent = text;
  saved.classList.add("is-wrong");
}

// Sections that the server has not got yet.
const unsent = new Set();

function keepUnsent({ target }, words) {
  if (target.matches?.(SECTION)) unsent.add(target);
  say(words);
}

function sendAgain(arrived) {
  unsent.delete(arrived);
  for (const form of unsent) form.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("change", showPoint);
document.addEventListener("htmx:configRequest", tellRefused);
document.addEventListener("htmx:oobBeforeSwap", keepEqual);
document.addEventListener("htmx:afterSettle", () => {
  hideSaveButtons();
  markFaults();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  tellLocalTime();
  markFaults();
  refreshPreview();
  // Two sections may have been on their way at once.
  if (listRefused().length > 0) say("Not all of it is saved: see the fields in red.");
  sendAgain(event.target);
});
document.addEventListener("htmx:sendError", (event) => keepUnsent(event, "No connection: not saved yet."));
document.addEventListener("htmx:responseError", (event) => keepUnsent(event, "The server did not answer: not saved yet."));
hideSaveButtons();
markFaults();
