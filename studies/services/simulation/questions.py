"""What simulated people say to questions: something that fits, and lets them in."""

from typing import Any

from studies.models import Study
from studies.models.questions import QuestionKind

Item = dict[str, Any]
Answer = str | list[str]


def welcome_answers(study: Study) -> dict[str, Answer]:
    """An answer to each question before that screens nobody out, by its id."""
    asked = study.questions_before.items if study.questions_before else []
    return {
        item["id"]: usual_answer(_without_ends(item))
        for item in asked
        if item.get("screen_out")
    }


def usual_answer(item: Item) -> Answer:
    """The first option, the least number, or a word."""
    if item["kind"] == QuestionKind.NUMBER:
        low, high = item.get("min"), item.get("max")
        return _write(low if low is not None else min(0, high or 0))
    if not item["options"]:
        return "fine"
    first: str = item["options"][0]
    return [first] if item["kind"] == QuestionKind.MULTIPLE else first


def _without_ends(item: Item) -> Item:
    """The question as it would be if nobody could give an answer that ends it."""
    ends = item["screen_out"]
    if item["kind"] == QuestionKind.NUMBER:
        low = [
            each for each in (item.get("min"), ends.get("below")) if each is not None
        ]
        high = [
            each for each in (item.get("max"), ends.get("above")) if each is not None
        ]
        return {**item, "min": max(low, default=None), "max": min(high, default=None)}
    return {**item, "options": [each for each in item["options"] if each not in ends]}


def _write(number: float) -> str:
    """As people write it, with two digits after the point at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
