"""What exactly will happen: designed on a page, saved as one types."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.dashboard.design.arm_forms import ArmForm
from studies.dashboard.design.showing import FORMS
from studies.labels import label_of
from studies.models import AuditEntry, Membership, Questionnaire, Study
from studies.models.team import Role
from studies.services.design.lifecycle import fingerprint_design
from studies.services.design.question_templates import ask
from studies.services.design.template_words import TEMPLATE_WORDS
from studies.services.planning.certificates import (
    Measure,
    Reached,
    name_certificate,
    store_certificate,
)
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/design/"
HTMX = {"HTTP_HX_REQUEST": "true"}
DECK = {"n_concepts": "4", "sampling": "simple"}
TIME = {
    "horizon": "12",
    "learning_seconds": "20",
    "review_seconds": "8",
    "postquiz_delay_seconds": "5",
    "idle_seconds": "30",
    "finish_seconds": "2",
    "grace_seconds": "2",
}


@pytest.fixture
def study(db):
    """Of one test: others begin with a draft of this name."""
    return make_study(n_places=4)


@pytest.fixture
def draft():
    return make_study(state="draft")


@pytest.fixture
def member(client, django_user_model):
    """Somebody with a role in the study, signed in."""

    def sign_in(study, role):
        user = django_user_model.objects.create_user(f"the {role}")
        Membership.objects.create(study=study, user=user, role=role)
        client.force_login(user)
        return client

    return sign_in


def again(study):
    return Study.objects.get(pk=study.pk)


def text_of(response):
    return response.content.decode()


def test_the_page_has_every_section_and_the_summary(admin_client, draft):
    page = text_of(admin_client.get(PAGE))

    for heading in (
        *("The question", "Deck", "Arms", "Time", "Texts", "Questions before"),
        *("Questions after", "Recruiting, pay and completion", "In short"),
    ):
        assert f">{heading}</h2>" in page
    assert "2 × 10 = 20 people" in page
    assert page.count("<svg") == 2
    # Recall in an imagined session is told apart from the outcome.
    assert "while learning is not the outcome" in page


def test_a_section_is_saved_as_one_types(admin_client, draft):
    response = admin_client.post(f"{PAGE}time/", TIME, **HTMX)

    assert "Saved" in text_of(response)
    assert "each concept <strong>4.0 times</strong>" in text_of(response)
    stored = again(draft)
    assert (stored.horizon, stored.postquiz_delay_seconds) == (12, 300)
    assert AuditEntry.objects.get().action == "design_changed"


def test_what_is_wrong_is_told_beside_it_and_the_rest_is_kept(admin_client, draft):
    sent = {**TIME, "horizon": "many", "review_seconds": "-3"}
    reply = text_of(admin_client.post(f"{PAGE}time/", sent, **HTMX))

    assert 'id="id_horizon_error" hx-swap-oob="true">Enter a whole number.' in reply
    assert 'id="id_review_seconds_error" hx-swap-oob="true">This must be' in reply
    assert "Not all of it is saved" in reply
    stored = again(draft)
    assert (stored.horizon, stored.review_seconds) == (6, 10)
    assert stored.finish_seconds == 7200


def test_without_javascript_the_wrong_words_stay_in_their_field(admin_client, draft):
    response = admin_client.post(f"{PAGE}time/", {**TIME, "horizon": "many"})

    assert response.status_code == 422
    assert 'value="many"' in text_of(response)
    assert "Enter a whole number." in text_of(response)
    assert again(draft).review_seconds == 8


def test_the_address_of_a_section_leads_to_the_page(admin_client, draft):
    assert admin_client.get(f"{PAGE}time/")["Location"] == PAGE


def test_without_javascript_one_comes_back_to_the_section(admin_client, draft):
    response = admin_client.post(f"{PAGE}time/", TIME)

    assert response["Location"] == f"{PAGE}#section-time"


def test_what_stops_a_launch_is_told_where_it_can_be_mended(admin_client, draft):
    Study.objects.update(contact="")

    page = text_of(admin_client.get(PAGE))

    note = '<div class="field-notes" id="id_contact_note"><p class="field-note is-error'
    assert note in page
    assert '<a href="#id_contact">Contact</a>: A study needs somebody' in page


def test_every_note_leads_to_its_place(admin_client, draft):
    Study.objects.update(
        **{"contact": "", "consent_text": "", "recruiters": [], "reference_arm": "XX"},
        **{"accepts_simulated": False, "horizon": 2, "completion_url": "x"},
        **{"sampling": "stratified", "exclusion_rules": {"luck": 1}},
    )
    draft.arms.all().delete()
    Questionnaire.objects.update(items=[{"id": "q"}])

    page = text_of(admin_client.get(PAGE))

    links = set(re.findall(r'href="#([\w-]+)"', page))
    assert len(links) > 15
    assert links <= set(re.findall(r'id="([\w-]+)"', page))


def test_strata_are_numbers_beside_how_many_there_are(admin_client, draft):
    Study.objects.update(sampling="stratified", strata={"common": 1, "rare": 2})
    assert "of 8" in text_of(admin_client.get(PAGE))
    sent = {
        "deck_version_id": str(draft.deck_version_id),
        **{**DECK, "sampling": "stratified"},
        **{"stratum_0": "3", "stratum_1": "2"},
    }

    reply = text_of(admin_client.post(f"{PAGE}deck/", sent, **HTMX))

    assert again(draft).strata == {"common": 3, "rare": 2}
    assert "they add up to 5" in reply


def test_the_plan_keeps_the_rules_that_are_chosen(admin_client, draft):
    sent = {
        "title": "Words",
        "primary_outcome": "learnt",
        "primary_test": "ancova",
        "reference_arm": "RD",
        "rule_pastes": "2",
        "rule_blurs": "",
        "rule_used_help": "on",
    }

    admin_client.post(f"{PAGE}question/", sent, **HTMX)

    stored = again(draft)
    assert stored.exclusion_rules == {"pastes": 2, "used_help": 0}
    assert (stored.title, stored.reference_arm) == ("Words", "RD")
    assert stored.primary_test == "ancova"


def test_the_consent_is_built_from_parts_and_previewed(admin_client, draft):
    sent = {
        "language": "de",
        "contact": "lab@example.org",
        "part_purpose": "Wir wollen wissen, wie man lernt.",
        "consent_version": "2",
        "consent_language": "de",
        "minimum_age": "18",
    }
    admin_client.post(f"{PAGE}texts/", sent, **HTMX)

    response = admin_client.get(f"{PAGE}preview/")

    assert again(draft).consent_parts == {"purpose": sent["part_purpose"]}
    assert sent["part_purpose"] in text_of(response)
    assert '<html lang="de"' in text_of(response)
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in response["Content-Security-Policy"]


def arm_values(arm, **changes):
    values = {
        "name": arm.name,
        "teacher": arm.teacher,
        "n_places": arm.n_places,
        "belief": "deck",
        **changes,
    }
    return {f"arm-{arm.pk}-{name}": value for name, value in values.items()}


def test_arms_are_saved_and_what_is_wrong_is_told(admin_client, draft):
    first, second = draft.arms.all()
    sent = {
        **arm_values(first, n_places="7", belief="own", a="3", b="1.5", c="0"),
        **arm_values(second, n_places="0", belief="own", a="1", b="", c="2"),
    }

    reply = text_of(admin_client.post(f"{PAGE}arms/", sent, **HTMX))

    assert list(draft.arms.values_list("n_places", "theta")) == [
        (7, [3, 1.5, 0]),
        (10, None),
    ]
    wrong = f'id="id_arm-{second.pk}'
    assert f'{wrong}-n_places_error" hx-swap-oob="true">This must be' in reply
    assert f'{wrong}-b_error" hx-swap-oob="true">A number is missing.' in reply
    sent = arm_values(first, belief="own", a="1", b="-1000001", c="2")
    reply = text_of(admin_client.post(f"{PAGE}arms/", sent, **HTMX))
    assert "from -1,000,000 to" in slot(reply, f"id_arm-{first.pk}-b_error")
    assert "brackets" not in reply


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (
            {"teacher": "PR", "PR-later": "50", "PR-delay": "7"},
            {"later": 0.5, "delay": 7},
        ),
        ({"teacher": "PR", "PR-later": ""}, {"later": 0.0, "delay": 10}),
        ({"teacher": "LR", "PR-later": "50", "PR-delay": "7"}, {}),
    ],
)
def test_a_teacher_is_told_what_it_can_be_told(draft, sent, kept):
    arm = draft.arms.first()

    values = ArmForm(arm, arm_values(arm, **sent)).values()

    assert values["options"] == kept


def test_a_weight_above_the_whole_is_told_beside_its_field(admin_client, draft):
    first = draft.arms.first()
    sent = arm_values(first, **{"teacher": "PR", "PR-later": "101"})

    reply = text_of(admin_client.post(f"{PAGE}arms/", sent, **HTMX))

    place = f"id_arm-{first.pk}-PR-later_error"
    assert "from 0 to 100" in slot(reply, place)
    assert draft.arms.first().options == {}


def test_the_page_tells_how_close_the_arms_come_to_the_best_possible(
    admin_client, draft
):
    part = f"{PAGE}certificate/"
    assert "being worked out" in text_of(admin_client.get(PAGE))
    assert f'hx-get="{part}"' in text_of(admin_client.get(part))
    reached = (Reached("GR", 0.5, 0.45, 0.44, 0.46), Reached("RD", 0.5, 0.3, 0.2, 0.4))
    measures = (Measure(0.0, 10, reached),)
    store_certificate(draft, name_certificate(draft), measures, now=NOON)

    told = text_of(admin_client.get(part))

    assert "at most 50.0 %" in told
    assert "90.0 %" in told
    assert "88.0 % to 92.0 %" in told
    assert "hx-get" not in told
    assert 'id="strips"' in told


def test_an_arm_is_added_and_removed(admin_client, draft):
    first, second = draft.arms.all()
    everything = {**arm_values(first), **arm_values(second)}

    reply = admin_client.post(f"{PAGE}arms/", {**everything, "another": "1"}, **HTMX)
    assert reply["HX-Retarget"] == "#section-arms"
    admin_client.post(f"{PAGE}arms/", {**everything, "without": first.pk}, **HTMX)

    assert [arm.name for arm in draft.arms.all()] == ["RD", "LR"]


def slot(reply, key):
    """The words at one place of the page."""
    ((_, found),) = re.findall(rf'<(p|div)[^>]* id="{key}"[^>]*>(.*?)</\1>', reply)
    return re.sub("</?p[^>]*>", "", found)


def question(number, **values):
    return {f"before-{number}-{name}": value for name, value in values.items()}


AGE = question(
    0, id="age", kind="number", label="How old?", min="1", required="on", below="18"
)
PET = question(1, id="", kind="choice", label="A pet?", options="a cat\n\na dog ")


def test_questions_are_edited_as_words_not_as_data(admin_client, draft):
    sent = {"before-count": "2", **AGE, **PET}

    admin_client.post(f"{PAGE}questions/before/", sent, **HTMX)

    assert again(draft).questions_before.items == [
        {
            **{"id": "age", "kind": "number", "label": "How old?", "min": 1},
            **{"required": True, "screen_out": {"below": 18}},
        },
        {
            **{"id": "a_pet", "kind": "choice", "label": "A pet?"},
            **{"options": ["a cat", "a dog"], "required": False},
        },
    ]


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ("up-2", ["a_pet", "age"]),
        ("down-1", ["a_pet", "age"]),
        ("down-2", ["age", "a_pet"]),
        ("remove-1", ["a_pet"]),
        ("add", ["age", "a_pet", "first_language"]),
        ("up-99", ["age", "a_pet"]),
    ],
)
def test_questions_move_come_and_go(admin_client, draft, wish, expected):
    sent = {"before-count": "2", **AGE, **PET, "template": "first_language"}

    admin_client.post(f"{PAGE}questions/before/", {**sent, "do": wish}, **HTMX)

    assert [item["id"] for item in again(draft).questions_before.items] == expected


def test_an_unfinished_question_is_kept_and_told_what_it_lacks(admin_client, draft):
    sent = {"before-count": "1", **question(0, kind="choice", label="Which?")}

    reply = text_of(admin_client.post(f"{PAGE}questions/before/", sent, **HTMX))

    assert again(draft).questions_before.items[0]["label"] == "Which?"
    assert "It needs options to choose from" in reply


def test_a_name_that_another_question_has_is_refused_and_renames_nothing(
    admin_client, draft
):
    cat = {**PET, "before-1-id": "pet"}
    admin_client.post(
        f"{PAGE}questions/before/", {"before-count": "2", **AGE, **cat}, **HTMX
    )
    sent = {"before-count": "2", **AGE, **cat, "before-0-id": "pet"}

    reply = text_of(admin_client.post(f"{PAGE}questions/before/", sent, **HTMX))

    assert reply.count("Another question has this name.") == 1
    assert slot(reply, "id_before-0-id_error") == "Another question has this name."
    assert [item["id"] for item in again(draft).questions_before.items] == [
        *("age", "pet")
    ]
    admin_client.post(f"{PAGE}questions/before/", {**sent, "do": "remove-2"}, **HTMX)
    assert len(again(draft).questions_before.items) == 2
    admin_client.post(f"{PAGE}questions/before/", {**sent, "do": "remove-1"}, **HTMX)
    assert [item["id"] for item in again(draft).questions_before.items] == ["pet"]


def test_one_mistake_is_told_once_beside_its_field(admin_client, draft):
    options = question(0, kind="choice", label="A pet?", options="", ends="a cat")
    ends = question(
        *(1,), kind="choice", label="", options="a\nb", ends="c", required="on"
    )
    sent = {"before-count": "2", **options, "before-0-required": "on", **ends}

    reply = text_of(admin_client.post(f"{PAGE}questions/before/", sent, **HTMX))

    start = "Before you launch: "
    assert slot(reply, "id_before-0-options_note") == (
        f"{start}It needs options to choose from."
    )
    assert slot(reply, "id_before-0-ends_note") == ""
    assert slot(reply, "id_before-1-label_note") == (
        f"{start}Write what is asked, in up to 1000 characters."
    )
    assert slot(reply, "id_before-1-ends_note") == (
        f"{start}The answers that end the study must be some of the options."
    )


def test_a_decimal_comma_is_read_and_shown_back_as_a_point(admin_client, draft):
    sent = {**TIME, "review_seconds": "1,5", "learning_seconds": "2,5,1"}

    page = text_of(admin_client.post(f"{PAGE}time/", sent))

    assert again(draft).review_seconds == 1.5
    assert 'name="review_seconds" value="1.5"' in page
    assert "Enter a number." in page


def test_every_field_is_called_the_same_wherever_it_is_named(admin_client, draft):
    page = text_of(admin_client.get(PAGE))
    forms = (*FORMS.values(), ArmForm)
    names = {name for form in forms for name in form.base_fields} - {"a", "b", "c"}

    for name in names - {"belief"}:
        assert f">{label_of(name)}<" in page, name
    sent = {**DECK, "deck_version_id": draft.deck_version_id, "n_concepts": "0"}
    reply = text_of(admin_client.post(f"{PAGE}deck/", sent, **HTMX))
    assert "This must be a whole number from 1 to 2,000." in reply


def mark(page, key):
    return re.search(rf'href="#section-{key}">.*?<span[^>]*>(.*?)</span>', page)[1]


def test_what_was_refused_is_to_be_fixed_until_it_is_right(admin_client, draft):
    def send(**values):
        reply = admin_client.post(f"{PAGE}time/", {**TIME, **values}, **HTMX)
        return mark(text_of(reply), "time")

    assert send(learning_seconds="-1") == "1 to fix"
    assert send(learning_seconds="-1", horizon="many") == "2 to fix"
    assert send() == "✓"


def test_a_new_question_says_at_once_what_it_lacks(admin_client, draft):
    sent = {"before-count": "0", "do": "add", "template": ""}

    reply = text_of(admin_client.post(f"{PAGE}questions/before/", sent, **HTMX))

    assert mark(reply, "questions-before") == "2 to fix"
    assert reply.count("Before you launch: ") == 2


def test_the_links_to_sections_say_where_something_is_to_be_fixed(admin_client, draft):
    Study.objects.update(contact="", consent_text="")
    languages = {"language": "en", "consent_language": "en"}
    sent = {"contact": "lab@example.org", "consent_version": "1", **languages}

    page = text_of(admin_client.get(PAGE))
    assert mark(page, "texts") == "2 to fix"
    assert mark(page, "time") == "✓"
    reply = admin_client.post(f"{PAGE}texts/", sent, **HTMX)
    assert mark(text_of(reply), "texts") == "1 to fix"


def test_a_field_says_only_what_is_wrong_with_what_was_sent_last(admin_client, draft):
    deck = {"deck_version_id": draft.deck_version_id, "sampling": "simple"}
    admin_client.post(f"{PAGE}deck/", {**deck, "n_concepts": "999"}, **HTMX)

    sent = {**deck, "n_concepts": "-3"}
    reply = text_of(admin_client.post(f"{PAGE}deck/", sent, **HTMX))

    assert slot(reply, "id_n_concepts_error")
    assert slot(reply, "id_n_concepts_note") == ""


def test_a_frozen_design_is_shown_and_not_changed(admin_client, study):
    page = text_of(admin_client.get(PAGE))
    response = admin_client.post(f"{PAGE}time/", TIME, follow=True)

    assert "hx-post" not in page
    assert "Before you launch" not in page
    assert page.count('<fieldset class="section-fields" disabled>') == 8
    assert "its design is frozen" in text_of(response)
    assert again(study).horizon == 6


def test_the_form_of_amendments_asks_for_what_it_needs(admin_client, study):
    form = admin_client.get(PAGE).context["amending"]
    assert form.fields["contact"].required
    assert form.fields["pay_text"].help_text == "Such as: 4 dollars."
    Study.objects.update(pay_amount=4)

    form = admin_client.get(PAGE).context["amending"]

    assert "Empty: the amount, 4.00 USD." in form.fields["pay_text"].help_text


def test_words_of_a_frozen_design_are_amended(admin_client, study):
    words = {
        name: getattr(study, name)
        for name in ("title", "consent_version", "consent_language", "consent_text")
    }
    wrong = admin_client.post(f"{PAGE}amend/", {**words, "contact": ""})
    assert wrong.status_code == 422
    assert "A study needs this." in text_of(wrong)

    sent = {**words, "contact": "new@example.org", "reason": "moved"}
    sent["consent_version"] = "2"
    admin_client.post(f"{PAGE}amend/", sent)

    assert again(study).contact == "new@example.org"
    assert study.changes.get().reason == "moved"
    assert AuditEntry.objects.get().action == "amended"


@pytest.mark.parametrize(("typed", "n_places"), [("3", 7), ("0", 4), ("some", 4)])
def test_places_are_topped_up(admin_client, study, typed, n_places):
    response = admin_client.post(f"{PAGE}places/", {"n_more": typed})

    assert {arm.n_places for arm in study.arms.all()} == {n_places}
    if n_places == 4:
        assert f'value="{typed}"' in text_of(response)


# All roles try all of these addresses in test_roles.py, of a study that is open.
@pytest.mark.parametrize(
    ("role", "sees", "edits"), [(Role.EDITOR, 200, 302), (Role.ANALYST, 200, 403)]
)
def test_a_role_sees_and_edits_what_it_may(member, draft, role, sees, edits):
    client = member(draft, role)

    assert client.get(PAGE).status_code == sees
    assert client.get(f"{PAGE}export/").status_code == sees
    assert client.get(f"{PAGE}preview/").status_code == sees
    for address in ("time/", "arms/", "questions/after/"):
        assert client.post(f"{PAGE}{address}", TIME).status_code == edits
    for address in ("amend/", "places/"):
        assert (client.post(f"{PAGE}{address}", {}).status_code == 403) == (
            edits == 403
        )


def test_an_unknown_section_does_not_exist(admin_client, draft):
    assert admin_client.post(f"{PAGE}nothing/", {}).status_code == 404
    assert admin_client.post(f"{PAGE}questions/never/", {}).status_code == 404


def test_a_design_goes_out_and_comes_in_again(admin_client, draft):
    exported = admin_client.get(f"{PAGE}export/")
    file = SimpleUploadedFile("design.json", exported.content)

    response = admin_client.post("/dashboard/import-design/", {"file": file})

    copy = Study.objects.latest("pk")
    assert response["Location"] == f"/dashboard/studies/{copy.slug}/design/"
    assert json.loads(exported.content)["fingerprint"] == fingerprint_design(copy)


def test_a_file_that_is_no_design_is_told_so(admin_client):
    file = SimpleUploadedFile("design.json", b"{}")

    response = admin_client.post("/dashboard/import-design/", {"file": file})

    assert response.status_code == 422
    page = text_of(response)
    assert "This is no design" in page
    # In sight and in focus, above what else the page offers.
    assert page.index("This is no design") < page.index('name="title"')
    assert re.search(r'class="error-summary"[^>]* autofocus>', page)
    nothing = text_of(admin_client.post("/dashboard/import-design/", {}))
    assert "The design was not imported" in nothing


def test_more_participants_take_no_more_queries(admin_client):
    study = make_study()

    def n_queries(address):
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(address).status_code == 200
        return len(queries)

    Person(study)
    # Who looks first has jobs begun.
    admin_client.get(PAGE)
    before = [n_queries(address) for address in ("/dashboard/", PAGE)]
    for _ in range(2):
        Person(study)

    assert [n_queries(address) for address in ("/dashboard/", PAGE)] == before


def test_a_key_without_end_removes_no_arm(admin_client, draft):
    sent = {"without": "9" * 5000}

    assert admin_client.post(f"{PAGE}arms/", sent).status_code < 500
    assert draft.arms.count() == 2


def test_a_draft_moves_to_another_address(admin_client, draft):
    wrong = admin_client.post(f"{PAGE}address/", {"slug": "two words"})
    assert wrong.status_code == 422
    assert "up to 50 letters" in text_of(wrong)
    assert 'value="two words"' in text_of(wrong)

    response = admin_client.post(f"{PAGE}address/", {"slug": "words"})

    assert response["Location"] == "/dashboard/studies/words/design/"
    assert "/join/words/" in text_of(admin_client.get(response["Location"]))


def test_an_open_study_has_the_address_it_has(admin_client, study):
    assert 'id="section-address"' not in text_of(admin_client.get(PAGE))

    admin_client.post(f"{PAGE}address/", {"slug": "words"})

    assert again(study).slug == "study"


def test_the_arm_that_others_are_compared_with_says_so(admin_client, draft):
    first, second = draft.arms.order_by("position")
    page = text_of(admin_client.get(PAGE))
    assert "<strong>Reference" in slot(page, f"reference-{first.pk}")
    assert slot(page, f"reference-{second.pk}") == ""

    sent = {"title": "Study", "primary_outcome": "learnt", "primary_test": "welch"}
    sent |= {"n_planned_looks": "0", "reference_arm": "RD"}
    reply = text_of(admin_client.post(f"{PAGE}question/", sent, **HTMX))
    assert "<strong>Reference" in slot(reply, f"reference-{second.pk}")

    gone = admin_client.post(f"{PAGE}arms/", {"without": second.pk}, **HTMX)
    assert "<strong>Reference" in slot(text_of(gone), f"reference-{first.pk}")
    assert again(draft).reference_arm == "GR"


def test_a_missing_code_is_told_beside_its_field(admin_client, draft):
    Study.objects.update(recruiters=["prolific"], pays_withdrawn=True)

    page = text_of(admin_client.get(PAGE))

    place = "id_option_prolific_code_withdrawn_note"
    assert "for those who leave early" in slot(page, place)
    assert 'href="#id_option_prolific_code_withdrawn"' in page
    assert "Nothing leads people back" in slot(
        page, "id_option_prolific_code_completed_note"
    )
    assert '<details class="more of-prolific" open>' in page


def test_what_the_consent_leaves_open_is_told_beside_its_part(admin_client, draft):
    Study.objects.update(consent_text="", consent_parts={"purpose": "To know."})

    page = text_of(admin_client.get(PAGE))

    assert "how long data is kept" in slot(page, "id_part_retention_note")
    assert "have their data" in slot(page, "id_part_withdrawal_note")


def test_the_consent_is_in_the_language_of_the_pages(admin_client, draft):
    sent = {"language": "de", "consent_version": "1", "contact": "a@example.org"}

    admin_client.post(f"{PAGE}texts/", {**sent, "consent_language": ""}, **HTMX)
    joined = text_of(admin_client.get(f"{PAGE}preview/"))
    assert "Was gespeichert wird" in joined
    assert 'lang="de"' in joined

    reply = admin_client.post(
        f"{PAGE}texts/", {**sent, "consent_language": "en"}, **HTMX
    )
    assert "is in English" in slot(text_of(reply), "id_consent_language_note")


def test_money_is_written_with_its_cents_and_a_fee_as_short_as_it_is(
    admin_client, draft
):
    Study.objects.update(pay_amount="2.50", partial_pay_amount=1, fee_percent=20)

    page = text_of(admin_client.get(PAGE))

    fields = {"pay_amount": "2.50", "partial_pay_amount": "1.00", "fee_percent": "20"}
    for name, value in fields.items():
        assert f'value="{value}"' in page.split(f'name="{name}"')[1].split(">")[0]


def test_the_summary_tells_that_parts_come_on_top(admin_client, draft):
    Study.objects.update(pay_amount=4, fee_percent=50)
    assert "come on top" not in text_of(admin_client.get(PAGE))

    Study.objects.update(pays_withdrawn=True, partial_pay_amount=1)

    words = "Parts for those who do not finish come on top: 1.50 USD each."
    assert words in text_of(admin_client.get(PAGE))


def test_what_was_refused_elsewhere_stays_told(admin_client, draft):
    reply = text_of(admin_client.post(f"{PAGE}time/", TIME, **HTMX))
    assert "Saved <time" in reply
    assert "to fix" not in reply

    red = {"unsaved": ["id_title", "id_preregistration_url"]}
    reply = text_of(admin_client.post(f"{PAGE}time/", {**TIME, **red}, **HTMX))

    assert "Not all of it is saved" in slot(reply, "saved")
    assert 'Question</a> <span class="section-mark is-open">2 to fix' in reply


def test_words_of_a_template_follow_the_language_and_edited_ones_stay(
    admin_client, draft
):
    asked = Questionnaire.objects.create(name="Q", items=ask("honesty", "effort"))
    asked.items[1]["low"] = "a piece of cake"
    asked.save()
    parts = {**TEMPLATE_WORDS["consent_parts"], "risks": "None of the usual ones."}
    Study.objects.update(
        questionnaire=asked,
        consent_parts=parts,
        debrief_text=TEMPLATE_WORDS["debrief_text"],
    )
    sent = {f"part_{name}": text for name, text in parts.items()}
    sent |= {"debrief_text": TEMPLATE_WORDS["debrief_text"], "consent_version": "1"}

    reply = admin_client.post(
        f"{PAGE}texts/", {**sent, "language": "de", "contact": "nobody"}, **HTMX
    )

    after = again(draft)
    assert after.consent_parts["risks"] == "None of the usual ones."
    assert after.consent_parts["withdrawal"] == "Zwei Wochen nach Ihrer Teilnahme."
    assert after.debrief_text.startswith("Vielen Dank.")
    honesty, effort = after.questionnaire.items
    assert honesty["options"][0] == "Nein"
    assert (effort["label"], effort["low"], effort["high"]) == (
        *("Wie schwer war es?", "a piece of cake", "sehr schwer"),
    )
    page = text_of(reply)
    assert reply["HX-Retarget"] == "#section-texts"
    assert "Zwei Wochen nach Ihrer Teilnahme.</textarea>" in page
    assert 'value="nobody"' in page
    assert "Not all of it is saved" in page
    assert "Wie schwer war es?" in page
