// Refreshes parts of a page while somebody looks at it: `data-refresh` says how often,
// in seconds. htmx fetches the part when it hears "refresh".
let kept = [];

export function refreshWhileSeen(part) {
  const refresh = () => { if (!document.hidden) part.dispatchEvent(new Event("refresh")); };
  setInterval(refresh, Number(part.dataset.refresh) * 1000);
  document.addEventListener("visibilitychange", refresh);
  part.addEventListener("htmx:beforeSwap", (event) => onBeforeSwap(part, event));
  part.addEventListener("htmx:afterSwap", restore);
}

// Whoever was signed out meanwhile gets the sign-in page: as a page, not as a part.
function onBeforeSwap(part, event) {
  const { xhr } = event.detail;
  const wanted = part.getAttribute("hx-get").split("?")[0];
  if (xhr.status === 200 && xhr.responseURL.includes(wanted)) keep(part);
  else {
    event.detail.shouldSwap = false;
    if (xhr.status < 500) location.reload();
  }
}

// What somebody has opened or scrolled to stays so.
function keep(part) {
  const opened = [...part.querySelectorAll("details[id][open]")].map(({ id }) => ({ id, open: true }));
  const scrolled = [...part.querySelectorAll(".table-box[id]")]
    .map(({ id, scrollLeft, scrollTop }) => ({ id, scrollLeft, scrollTop }));
  kept = [...opened, ...scrolled];
}

function restore() {
  for (const { id, ...state } of kept) {
    const element = document.getElementById(id);
    if (element) Object.assign(element, state);
  }
}

for (const part of document.querySelectorAll("[data-refresh]")) refreshWhileSeen(part);
