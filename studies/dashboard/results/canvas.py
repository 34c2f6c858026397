"""Pictures of lines, shapes and words; the style sheet says how they look."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from studies.dashboard.drawing import place


class Canvas:
    """Collects elements in the order in which they are drawn."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.head = 0.0
        """The room above everything else, at negative places."""
        self._elements: list[SafeString] = []

    def line(self, look: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self._add("line", look, x1=x1, y1=y1, x2=x2, y2=y2)

    def rect(self, look: str, x: float, y: float, width: float, height: float) -> None:
        self._add("rect", look, x=x, y=y, width=width, height=max(height, 0))

    def circle(self, look: str, x: float, y: float, radius: float) -> None:
        self._add("circle", look, cx=x, cy=y, r=radius)

    def path(self, tag: str, look: str, points: list[tuple[float, float]]) -> None:
        """A ``polyline`` or ``polygon``."""
        told = " ".join(f"{place(x)},{place(y)}" for x, y in points)
        self._elements.append(
            format_html('<{} class="{}" points="{}" />', tag, look, told)
        )

    def text(self, look: str, x: float, y: float, words: str) -> None:
        form = '<text class="plot-text {}" x="{}" y="{}">{}</text>'
        self._elements.append(format_html(form, look, place(x), place(y), words))

    @property
    def view_box(self) -> str:
        """What of the plane is shown."""
        height = self.head + self.height
        return f"0 {-self.head:.0f} {self.width:.0f} {height:.0f}"

    @property
    def elements(self) -> SafeString:
        """Everything inside the picture."""
        return format_html_join("\n", "{}", ((one,) for one in self._elements))

    def _add(self, tag: str, look: str, **places: float) -> None:
        told = format_html_join(
            " ", '{}="{}"', ((name, place(at)) for name, at in places.items())
        )
        self._elements.append(format_html('<{} class="{}" {} />', tag, look, told))
