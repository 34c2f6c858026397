// Moments in the reader's own time; without JavaScript they name the server's zone.
export function listenForTimes() {
  document.addEventListener("htmx:afterSettle", showLocalTimes);
  showLocalTimes();
}

function showLocalTimes() {
  const language = document.documentElement.lang || undefined;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[data-local-time]")) {
    time.textContent = format.format(new Date(time.dateTime));
  }
}
