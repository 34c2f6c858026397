// On a narrow screen the tabs scroll sideways; the current one shall be in sight.
const bar = document.querySelector(".tabs");
const current = bar?.querySelector("[aria-current]");

function middleOf(element) {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

if (current) bar.scrollLeft += middleOf(current) - middleOf(bar);
