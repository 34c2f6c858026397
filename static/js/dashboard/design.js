// The Design page saves as one types; without this module every section has a button.
const FIELDS = "input, select, textarea";

function hideSaveButtons() {
  for (const button of document.querySelectorAll("form[hx-post] [data-save]")) {
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

// The server reads a decimal comma as well; what is shown is what will be stored.
function showPoint({ target }) {
  if (target.matches("[inputmode='decimal']")) target.value = target.value.replace(",", ".");
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

document.addEventListener("change", showPoint);
document.addEventListener("htmx:afterSettle", () => {
  hideSaveButtons();
  markFaults();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  tellLocalTime();
  markFaults();
  refreshPreview();
});
document.addEventListener("htmx:sendError", () => say("No connection: not saved yet."));
document.addEventListener("htmx:responseError", () => say("The server did not answer: not saved yet."));
hideSaveButtons();
markFaults();
