"""Questions before and after, each as a form, all of them as an editor."""

import re
from typing import Any

from django import forms
from django.utils.text import slugify

from studies.dashboard.design.fields import Number, Text
from studies.dashboard.design.notes import Note
from studies.limits import MAX_QUESTION_ID
from studies.models import Study
from studies.models.questions import WITH_OPTIONS, QuestionKind
from studies.models.session import Phase
from studies.services.design.question_templates import TEMPLATES, QuestionTemplate
from studies.services.design.questions import (
    LONGEST_OPTION,
    MOST_QUESTIONS,
    find_faults_by_question,
)
from studies.services.drafting.question_sets import free_name
from studies.services.drafting.questionnaires import questions_of
from studies.services.people.measures import HONESTY_ITEM

Item = dict[str, Any]
HEADINGS = {
    "before": (
        "Questions before",
        "Asked after consent. Some answers may end the study kindly.",
    ),
    "after": ("Questions after", "Asked after the last part, before the debriefing."),
}
_COLUMN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NAMELESS = re.compile(r"|question(_\d+)?")
_SCREENING = ("ends", "below", "above")
_PHASES = {"before": Phase.QUESTIONS_BEFORE, "after": Phase.QUESTIONNAIRE}


class QuestionForm(forms.Form):
    """One question. Which of its fields count depends on its kind."""

    id = Text(
        label="Name in the export",
        longest=MAX_QUESTION_ID,
        required=False,
        help_text="A column will be called so: letters, digits and _. Empty: made "
        "of what is asked.",
    )
    label = Text(label="What is asked", rows=2, required=False)
    kind = forms.ChoiceField(label="Answered by", choices=QuestionKind.choices)
    options = Text(
        label="Options",
        rows=4,
        required=False,
        help_text="One per line. Of a scale its points from low to high, such as 1 on "
        "the first line and 2 on the next.",
    )
    low = Text(label="Words at the low end", longest=LONGEST_OPTION, required=False)
    high = Text(label="Words at the high end", longest=LONGEST_OPTION, required=False)
    min = Number(label="Smallest number", required=False)
    max = Number(label="Largest number", required=False)
    required = forms.BooleanField(label="Must be answered", required=False)
    ends = Text(
        label="Answers that end the study",
        rows=2,
        required=False,
        help_text="One per line, of the options above. Empty: none.",
    )
    below = Number(label="Ends the study below", required=False)
    above = Number(label="Ends the study above", required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.initial.get("id") == HONESTY_ITEM:
            named = self.fields["id"]
            named.widget.attrs["readonly"] = True
            named.help_text = "It keeps this name: who says they had help is flagged."

    def whole(self) -> str:
        """Where the page says what is no single field's fault."""
        return f"id_{self.prefix}"

    def clean_id(self) -> str:
        name: str = self.cleaned_data["id"].strip()
        if self.initial.get("id") == HONESTY_ITEM:
            return HONESTY_ITEM
        if name and not _COLUMN.fullmatch(name) and name != self.initial.get("id"):
            raise forms.ValidationError(
                "Use letters without accents, digits and _, a letter first."
            )
        return name

    def given_name(self) -> str:
        """The name that was sent, empty if there is none or it is no name."""
        return str(self.cleaned_data["id"]) if "id" not in self.errors else ""

    def item(self, fallback: Item) -> Item:
        """The question as it is stored; what was not understood stays as it was."""
        self.is_valid()
        given = {**_initial(fallback), **self.cleaned_data}
        kind = given["kind"]
        item: Item = {
            "id": given["id"],
            "kind": kind,
            "label": given["label"].strip(),
            "required": given["required"] and kind != QuestionKind.PLAIN,
        }
        if kind in WITH_OPTIONS:
            item["options"] = _lines(given["options"])
        if kind == QuestionKind.LABELLED_SCALE:
            item |= {"low": given["low"].strip(), "high": given["high"].strip()}
        if kind == QuestionKind.NUMBER:
            item |= _given(given, "min", "max")
        return item | _screening(given)


def _screening(given: Item) -> Item:
    if given["kind"] == QuestionKind.NUMBER:
        ends: Any = _given(given, "below", "above")
    else:
        ends = _lines(given["ends"])
    may_screen = given["kind"] in (
        *(QuestionKind.CHOICE, QuestionKind.MULTIPLE, QuestionKind.NUMBER),
        *(QuestionKind.SCALE, QuestionKind.LABELLED_SCALE),
    )
    return {"screen_out": ends} if ends and may_screen else {}


def _given(values: Item, *names: str) -> Item:
    numbers = {name: values[name] for name in names if values[name] is not None}
    return {
        name: int(number) if number == int(number) else number
        for name, number in numbers.items()
    }


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _initial(item: Item) -> Item:
    ends = item.get("screen_out")
    bounds = ends if isinstance(ends, dict) else {}
    return {
        "id": item.get("id", ""),
        "label": item.get("label", ""),
        "kind": item.get("kind", QuestionKind.CHOICE.value),
        "options": "\n".join(item.get("options", [])),
        "required": item.get("required", False),
        "ends": "\n".join(ends) if isinstance(ends, list) else "",
        "below": bounds.get("below"),
        "above": bounds.get("above"),
        **{name: item.get(name, "") for name in ("low", "high")},
        **{name: item.get(name) for name in ("min", "max")},
    }


class Editor:
    """All questions of a moment: what is stored, or what was sent."""

    def __init__(self, study: Study, moment: str, data: Any = None) -> None:
        self.moment = moment
        self.heading, self.lead = HEADINGS[moment]
        self.screens = moment == "before"
        self.stored = questions_of(study, moment)
        n_sent = _count(data.get(f"{moment}-count")) if data else len(self.stored)
        self.forms = [self._form(index, data) for index in range(n_sent)]

    def _form(self, index: int, data: Any) -> QuestionForm:
        form = QuestionForm(
            data,
            initial=_initial(self._stored(index)),
            prefix=f"{self.moment}-{index}",
            label_suffix="",
        )
        if not self.screens:
            for name in _SCREENING:
                del form.fields[name]
        return form

    def _stored(self, index: int) -> Item:
        return self.stored[index] if index < len(self.stored) else {}

    @property
    def errors(self) -> list[Any]:
        return [form.errors for form in self.forms if form.errors]

    def can_reshape(self, wish: str) -> bool:
        """Whether nothing would be lost: only a question that goes may be wrong."""
        forms = enumerate(self.forms, start=1)
        return not any(form.errors for n, form in forms if wish != f"remove-{n}")

    def items(self) -> list[Item]:
        """The questions as they shall be stored, each with an id of its own."""
        self._refuse_taken_names()
        items = [
            form.item(self._stored(index)) for index, form in enumerate(self.forms)
        ]
        return name_questions(items)

    def _refuse_taken_names(self) -> None:
        """A name that another question has or gets stays that question's alone."""
        held = [self._stored(index).get("id") for index in range(len(self.forms))]
        given = [form.given_name() for form in self.forms]
        for index, (form, name) in enumerate(zip(self.forms, given, strict=True)):
            others = [*held[:index], *held[index + 1 :]]
            others += [*given[:index], *given[index + 1 :]]
            is_new = not _NAMELESS.fullmatch(name) and name != held[index]
            if is_new and name in others:
                form.add_error("id", "Another question has this name.")

    def notes(self) -> list[Note]:
        """What the stored questions lack, beside the fields that it is about."""
        return [
            Note(
                self._place(number, fault.part),
                "",
                f"Before you launch: {fault.words}",
                is_error=True,
            )
            for number, faults in find_faults_by_question(self.stored).items()
            if number
            for fault in faults
        ]

    def _place(self, number: int, part: str) -> str:
        """The id of the field of a question, or of the whole if none is its own."""
        form = self.forms[number - 1]
        is_number = self._stored(number - 1).get("kind") == QuestionKind.NUMBER
        name = ("below" if is_number else "ends") if part == "screen_out" else part
        return form[name].auto_id if name in form.fields else form.whole()

    def templates(self) -> list[QuestionTemplate]:
        return [each for each in TEMPLATES if each.when == _PHASES[self.moment]]


def _count(text: Any) -> int:
    is_number = isinstance(text, str) and text.isdecimal() and len(text) < 4
    return min(int(text), MOST_QUESTIONS) if is_number else 0


def name_questions(items: list[Item]) -> list[Item]:
    """``items``, those without an id named after their words."""
    taken = {item["id"] for item in items if not _NAMELESS.fullmatch(item["id"])}
    for item in items:
        if _NAMELESS.fullmatch(item["id"]):
            words = slugify(item["label"]).replace("-", "_")[:30]
            item["id"] = free_name(words or "question", taken)
            taken.add(item["id"])
    return items


def add_question(items: list[Item], new: Item) -> list[Item]:
    """``items`` and a new one, which gives way if another has its name."""
    taken = {item["id"] for item in items}
    named = {**new, "id": free_name(new["id"], taken)} if new["id"] else new
    return name_questions([*items, named])
