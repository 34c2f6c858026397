// How much of the page can be seen. Some phones shrink the page for their keyboard, others
// only cover it: the layout follows what is left to see.
const COMPACT_BELOW_REM = 38;
const KEYBOARD_PX = 100;

export function followViewport() {
  const seen = window.visualViewport;
  if (!seen || !document.getElementById("compact")) return;
  let height = seen.height;
  seen.addEventListener("resize", () => {
    measure(seen);
    // A keyboard has come, and the browser may have moved the page out of its way.
    if (height - seen.height > KEYBOARD_PX && document.getElementById("stage")) window.scrollTo(0, 0);
    height = seen.height;
  });
  seen.addEventListener("scroll", () => measure(seen));
  measure(seen);
}

// Whoever zooms in wants things larger, not in other places.
function measure({ height, offsetTop, scale }) {
  const { style } = document.documentElement;
  const visible = height * scale;
  style.setProperty("--visible-height", `${visible}px`);
  style.setProperty("--visible-top", `${scale > 1 ? 0 : offsetTop}px`);
  document.getElementById("compact").media = visible < compactBelow() ? "all" : "not all";
}

function compactBelow() {
  const { fontSize } = getComputedStyle(document.documentElement);
  return COMPACT_BELOW_REM * Number(fontSize.replace("px", ""));
}
