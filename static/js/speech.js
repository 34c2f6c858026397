// What screen readers hear of a card and its review, beside what they find by themselves.
export function say(...parts) {
  document.getElementById("announcer")?.replaceChildren(...parts);
}

// "Card 2 of 12: rainbow"; where there is no word, what the picture is for.
export function sayCard(face) {
  const prompt = face.querySelector("#prompt");
  const heading = document.getElementById("heading")?.textContent ?? "";
  const picture = face.querySelector("[data-picture]")?.alt ?? "";
  say(`${heading}: `, prompt ? inItsLanguage(prompt) : picture);
}

// Without the marks, which would be read by their names.
export function sayVerdict() {
  const shown = document.querySelector("[data-announce]");
  if (!shown) return say();
  const spoken = shown.cloneNode(true);
  for (const part of spoken.querySelectorAll("[aria-hidden='true'], [hidden]")) part.remove();
  for (const part of spoken.querySelectorAll("[class], [id]")) {
    part.removeAttribute("class");
    part.removeAttribute("id");
  }
  return say(...spoken.childNodes);
}

function inItsLanguage({ lang, textContent }) {
  const word = document.createElement("span");
  word.lang = lang;
  word.textContent = textContent;
  return word;
}
