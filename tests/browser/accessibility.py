"""What axe finds on a page, without asking the same of a hundred alike words.

How well a text can be read follows from its colours and its size. To find out takes axe
longer than all of its other rules together, so it is asked once for every kind of text.
"""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

RUN = """
async () => {
  const kinds = new Map();
  const behind = new Map([[null, ""]]);

  function backdrop(element) {
    if (!behind.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity,
        style.position === "static" ? "" : element.className];
      behind.set(element, [...own, backdrop(element.parentElement)].join("|"));
    }
    return behind.get(element);
  }

  function text(element) {
    if (element.matches("input, select, textarea")) return "to be written";
    const own = [...element.childNodes].filter((node) => node.nodeType === 3);
    return own.map((node) => node.data.trim()).join("");
  }

  function kind(element, words) {
    const style = getComputedStyle(element);
    const control = element.closest("label")?.control ?? element;
    const isOff = control.matches(":disabled") || element.closest("[aria-disabled]");
    return [element.tagName, element.className, style.color, style.fontSize,
      style.fontWeight, style.textShadow, Boolean(isOff), words.length === 1,
      backdrop(element)].join("|");
  }

  for (const element of document.body.querySelectorAll("*")) {
    const words = text(element);
    if (!words || !element.checkVisibility({ visibilityProperty: true })) continue;
    const its = kind(element, words);
    if (!kinds.has(its)) kinds.set(its, element);
  }
  const contrast = { resultTypes: ["violations"], runOnly: ["color-contrast"] };
  const others = { resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false } } };
  const found = await axe.run(document, others);
  const unread = await axe.run({ include: [...kinds.values()] }, contrast);
  return { ...found, violations: [...found.violations, ...unread.violations] };
}
"""


def find_violations(page) -> AxeResults:
    page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate(RUN))
