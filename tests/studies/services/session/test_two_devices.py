"""One person with two devices: one session, one clock, one answer."""

from contextlib import suppress

from studies.errors import ConflictError, WrongPageError
from studies.models import Response, TeachingSession
from studies.phases import PageKey
from tests.studies.factories import Person


def test_two_devices_are_on_the_same_page_of_the_same_session(study):
    """At each page both see the same, both act, and what comes first counts."""
    phone, desk = Person(study, name="A1"), Person(study, name="A1")
    pages = []
    while (state := phone.look()).page != "completed":
        desk.now = phone.now
        assert desk.look() == state
        pages.append(state.page)
        leaving = PageKey.of(phone.session)
        after = phone.move(state, "xx")
        desk.now = phone.now
        act_late(desk, state, leaving)
        assert phone.look().page == after.page

    assert {"instructions", "card", "review", "questionnaire"} <= {*pages}
    assert TeachingSession.objects.count() == 1
    answered = Response.objects.values_list("phase", "step", "text")
    assert len(answered) == len({(phase, step) for phase, step, _ in answered})
    assert {text for *_, text in answered} == {"xx"}
    assert phone.look().completion_code == desk.look().completion_code


def act_late(device, state, leaving):
    """Do on the page that is over what its owner has done elsewhere, otherwise."""
    with suppress(ConflictError, WrongPageError):
        if state.page == "card":
            device.answer("another text", phase=state.phase, step=state.step)
        elif state.page in {"questions_before", "questionnaire"}:
            device.fill_in(phase=state.phase, q="b")
        else:
            device.go_on(leaving)
