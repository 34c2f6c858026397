"""What all figures share: their width, how wide words are, whose colour is whose."""

from studies.services.results.shapes import Series

WIDTH = 400
# As wide and high as words are on a phone.
LETTER, LINE = 8.0, 18
N_COLOURS = 5


def colour_of(series: Series) -> str:
    """The class of the style sheet that has the colour of ``series``."""
    return f"series-{series.colour % N_COLOURS}"


def wrap(words: str, most: int) -> list[str]:
    """``words`` on as many lines as they need."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
