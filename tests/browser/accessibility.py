"""What axe finds on a page, without asking the same twice in a run.

How well a text can be read follows from its colours and its size, so it is asked once
for every kind of text. All else follows from the elements of a page, what they say of
themselves and whether they are seen: a page of a shape that was judged is not asked.
"""

from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
RUN = """
async () => {
  const { texts, isNew } = window.unjudged;
  const ofTexts = ["color-contrast", "link-in-text-block"];
  const off = ofTexts.map((rule) => [rule, { enabled: false }]);
  const only = { resultTypes: ["violations"] };
  const found = [];
  if (isNew) {
    found.push(await axe.run(document, { ...only, rules: Object.fromEntries(off) }));
  }
  if (texts.length) {
    found.push(await axe.run({ include: texts }, { ...only, runOnly: ofTexts }));
  }
  return { violations: found.flatMap(({ violations }) => violations) };
}
"""

_judged: set[str] = set()
"""Names of shapes and of kinds of text that axe had nothing against."""


def find_violations(page: Any) -> AxeResults:
    looked = page.evaluate(LOOK, list(_judged))
    unjudged = set(looked["names"]) - _judged
    if not unjudged:
        return AxeResults({"violations": []})
    if looked["needsAxe"]:
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(RUN))
    if not results.violations_count:
        _judged.update(unjudged)
    return results
