// What was wrong with a question is no longer said once it is answered anew; sending it
// tells whether that is right.
export function listenForFaults() {
  document.addEventListener("input", (event) => {
    const question = event.target.closest?.(".has-fault");
    if (question) forget(question);
  });
}

function forget(question) {
  const { id } = question.querySelector(".fault");
  question.classList.remove("has-fault");
  question.querySelector(".fault").remove();
  for (const one of [question, ...question.querySelectorAll("[aria-invalid]")]) {
    one.removeAttribute("aria-invalid");
    undescribe(one, id);
  }
}

// What else describes it, as the bounds of a number, stays.
function undescribe(one, id) {
  const described = (one.getAttribute("aria-describedby") ?? "").split(" ");
  const kept = described.filter((name) => name !== id).join(" ");
  if (kept) one.setAttribute("aria-describedby", kept);
  else one.removeAttribute("aria-describedby");
}
