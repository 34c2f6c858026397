"""The Design page, saved section by section as one types."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.dashboard.design.address import AddressForm
from studies.dashboard.design.arm_forms import ArmForm
from studies.dashboard.design.question_forms import HEADINGS, Editor, add_question
from studies.dashboard.design.showing import (
    FORMS,
    Sent,
    build_section,
    edits_a_design,
    reply,
    show_page,
)
from studies.dashboard.design.texts import TextsSection
from studies.dashboard.pages import study_page
from studies.services.design.question_templates import TEMPLATES
from studies.services.drafting.addresses import change_address
from studies.services.drafting.arms import add_arm, edit_arms, remove_arm
from studies.services.drafting.editing import Faults, edit_design
from studies.services.drafting.following import follow_language
from studies.services.drafting.questionnaires import edit_questions
from studies.services.team.rights import Right, StudyAccess

# No row has a key of so many digits, and numbers that are longer take time to read.
LONGEST_KEY = 19


@require_safe
@study_page(Right.SEE_DESIGN)
def show_design(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """All sections, and the summary beside them."""
    return show_page(request, access, Sent())


@edits_a_design
def save_section(
    request: HttpRequest, access: StudyAccess, section: str
) -> HttpResponse:
    """Keeps what is right of a section and says what is not."""
    if section not in FORMS:
        raise Http404
    study = access.study
    form = build_section(section, study, request.POST, who=access.who)
    values = form.values()
    faults = edit_design(
        study_id=study.pk, values=values, who=access.who, now=timezone.now()
    )
    form.take_faults(faults)
    changed = {name for name, new in values.items() if getattr(study, name) != new}
    is_spoken = bool(changed & {"language", "consent_language"})
    if isinstance(form, TextsSection) and is_spoken:
        return _speak_otherwise(request, access, form, faults)
    is_reshaped = section == "deck" and bool(changed & {"deck_version_id", "sampling"})
    sent = Sent() if is_reshaped and not form.errors else Sent({section: form})
    replaces = "strata" if is_reshaped else ""
    return reply(request, access, sent, section=section, replaces=replaces)


def _speak_otherwise(
    request: HttpRequest, access: StudyAccess, form: TextsSection, faults: Faults
) -> HttpResponse:
    """What nobody has edited follows, so the section and the questions are shown
    anew, with whatever of the section was refused as it was sent."""
    study, key = access.study, form.key
    follow_language(study_id=study.pk, who=access.who, now=timezone.now())
    study.refresh_from_db()
    data = request.POST.copy()
    for name, text in form.initial_of(study).items():
        if isinstance(text, str) and name not in form.errors:
            data[name] = text
    shown = build_section(key, study, data, who=access.who)
    shown.is_valid()
    shown.take_faults(faults)
    return reply(request, access, Sent({key: shown}), section=key, replaces=key)


@edits_a_design
def save_address(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Moves a study that was never open to another address."""
    form = AddressForm(access.study, request.POST)
    slug, faults = change_address(
        study_id=access.study.pk,
        slug=form.wanted(),
        who=access.who,
        now=timezone.now(),
    )
    if faults and not form.errors:
        form.add_error("slug", faults)
    if form.errors:
        return show_page(request, access, Sent(address=form), status=422)
    messages.success(request, "Saved.")
    return redirect("dashboard:design", slug)


@edits_a_design
def save_arms(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Keeps what is right of each arm, then adds or removes one if asked to."""
    study, who, now = access.study, access.who, timezone.now()
    gone = request.POST.get("without", "")
    forms = {
        arm.pk: ArmForm(arm, request.POST)
        for arm in study.arms.all()
        if str(arm.pk) != gone and f"arm-{arm.pk}-name" in request.POST
    }
    values = {key: form.values() for key, form in forms.items()}
    faults = edit_arms(study_id=study.pk, values=values, who=who, now=now)
    for key, said in faults.items():
        forms[key].take_faults(said)
    if gone.isdecimal() and len(gone) < LONGEST_KEY:
        remove_arm(study_id=study.pk, arm_id=int(gone), who=who, now=now)
    if "another" in request.POST:
        add_arm(study_id=study.pk, who=who, now=now)
    is_reshaped = bool(gone) or "another" in request.POST
    wrong = {key: form for key, form in forms.items() if form.errors}
    sent = Sent(arms=wrong if is_reshaped else forms)
    replaces = "arms" if is_reshaped else ""
    return reply(request, access, sent, section="arms", replaces=replaces)


@edits_a_design
def save_questions(
    request: HttpRequest, access: StudyAccess, moment: str
) -> HttpResponse:
    """Keeps the questions as they are, then adds, moves or removes one if asked to."""
    if moment not in HEADINGS:
        raise Http404
    editor = Editor(access.study, moment, request.POST)
    items, wish = editor.items(), request.POST.get("do", "")
    is_reshaped = bool(wish) and editor.can_reshape(wish)
    if is_reshaped:
        items = _reshape(items, wish, request.POST, language=access.study.language)
    edit_questions(
        study_id=access.study.pk,
        moment=moment,
        items=items,
        who=access.who,
        now=timezone.now(),
    )
    editor.stored = items
    sent = Sent() if is_reshaped else Sent(editors={moment: editor})
    return reply(
        request,
        access,
        sent,
        section=f"questions-{moment}",
        replaces=moment if is_reshaped else "",
    )


Items = list[dict[str, Any]]


def _reshape(items: Items, wish: str, sent: Any, *, language: str) -> Items:
    """``items`` with one more, one less, or two that changed places."""
    if wish == "add":
        return add_question(items, _new_question(sent.get("template"), language))
    verb, _, text = wish.partition("-")
    index = int(text) - 1 if text.isdecimal() and len(text) < 4 else -1
    if not 0 <= index < len(items):
        return items
    reshaping = _RESHAPINGS.get(verb)
    return reshaping(items, index) if reshaping else items


def _new_question(template: str | None, language: str) -> dict[str, Any]:
    for each in TEMPLATES:
        if each.name == template:
            return each.item(language)
    return {"id": "", "kind": "choice", "label": "", "options": [], "required": True}


def _move(items: Items, index: int, to: int) -> Items:
    moved = list(items)
    moved.insert(min(max(0, to), len(items) - 1), moved.pop(index))
    return moved


_RESHAPINGS: dict[str, Callable[[Items, int], Items]] = {
    "up": lambda items, index: _move(items, index, index - 1),
    "down": lambda items, index: _move(items, index, index + 1),
    "remove": lambda items, index: items[:index] + items[index + 1 :],
}
