"""Whole sessions, from the link to the code."""

import pytest
from playwright.sync_api import expect

from tests.browser.ahead import bring_to

ARRIVALS = """
    SELECT a.assignment, a.proof FROM studies_arrivalrecord a
    JOIN studies_teachingsession s ON s.id = a.session_id
    JOIN studies_recruiteridentity i ON i.participant_id = s.participant_id
    WHERE i.external_id = ? ORDER BY a.id
"""


def test_a_whole_session_without_javascript(visit):
    visitor = visit(java_script_enabled=False)
    page = visitor.page
    visitor.join("quick").press("Go on to part 1").press("Start")
    for step in (1, 2):
        visitor.sees_card(step).page.locator("#answer").fill("xx")
        visitor.press("Next")
    visitor.press("Start")
    for step in (1, 2, 3):
        visitor.sees_card(step).page.locator("#answer").fill(visitor.right_word())
        visitor.press("Check").sees("Right")
        page.wait_for_timeout(1100)
        visitor.press("Next card")
    visitor.press("Start")
    visitor.press("Next").sees("Type an answer, or press")
    for step in (1, 2):
        visitor.sees_card(step).press("I don’t know")
    page.get_by_label("none").check()
    page.get_by_label("1", exact=True).check()
    visitor.press("Send").press("Finish").sees("Your completion code")


def test_without_javascript_a_review_cannot_be_cut_short(visit):
    visitor = visit(java_script_enabled=False).begin_learning("still")
    visitor.page.locator("#answer").fill("xx")
    visitor.press("Check").sees("Not right")

    visitor.press("Next card").sees("A moment more, please")


def test_without_javascript_a_card_ends_by_itself(visit):
    visitor = visit(java_script_enabled=False)

    visitor.begin_learning("timed")

    visitor.sees("Time ran out")


def test_the_interface_speaks_german(visit):
    visitor = visit()
    page = visitor.page
    visitor.join("still-german", yes="Ja, ich möchte teilnehmen")
    assert page.locator("html").get_attribute("lang") == "de"
    visitor.sees("So läuft es ab").check_accessibility()
    visitor.press("Weiter zu Teil 1").sees("Was wissen Sie schon?").press("Beginnen")
    visitor.sees_card(1).sees("Teil 1 von 3, Karte 1 von 2, noch etwa")
    assert page.locator("#prompt").get_attribute("lang") == "en"
    for step in (1, 2):
        visitor.sees_card(step).press("Weiß ich nicht")
    visitor.press("Beginnen").sees_card(1).answer("xx").sees("Nicht richtig")
    visitor.check_accessibility()
    page.goto(f"{visitor.address}withdraw/")
    visitor.sees("Teilnahme beenden?").check_accessibility()
    page.goto(f"{visitor.site}/join/shut/")
    visitor.sees("The study is closed")


@pytest.mark.parametrize(
    ("choice", "told", "kept"),
    [
        ("Stop; my answers stay in the study", "Your answers so far are kept", 1),
        ("Stop and delete my answers", "Your answers were deleted", 0),
    ],
)
def test_one_may_stop_at_any_time(visitor, choice, told, kept):
    visitor.begin("quick").answer("xylophone-" + choice[-4:]).sees_card(2)

    visitor.page.get_by_role("link", name="Stop taking part").click()
    visitor.sees("Stop taking part?")
    visitor.press(choice).sees(told).check_accessibility()

    query = "SELECT count(*) FROM studies_response WHERE text = ?"
    assert visitor.rows(query, "xylophone-" + choice[-4:]) == [(kept,)]


def test_a_double_click_joins_once(visitor):
    page = visitor.page
    page.goto(f"{visitor.site}/join/more-time/")
    page.get_by_label("twice as long").check()
    page.get_by_role("button", name="Yes, I want").dblclick()
    visitor.sees("How it works")

    query = """SELECT time_factor FROM studies_teachingsession JOIN studies_study
        ON study_id = studies_study.id WHERE slug = 'more-time'"""
    assert visitor.rows(query) == [(2.0,)]


def test_only_errors_are_reviewed_when_the_study_says_so(visitor):
    visitor.begin_learning("no-review").answer(visitor.right_word())

    visitor.sees_card(2).sees("Right! Here is the next card.")
    visitor.answer("xx").sees_review(2)


def test_a_follow_up_waits(visitor):
    address = bring_to(visitor.site, "later", phase="postquiz", page="waiting")

    visitor.page.goto(address)

    visitor.sees("The next part opens later").check_accessibility()
    expect(visitor.page.get_by_role("button", name="Copy the address")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/", "Learn many things in little time"),
        ("/join/pictures/", "You need to see pictures"),
        ("/join/quick/?declined=1", "Thank you for looking"),
        ("/join/quick/?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE", "This is a preview"),
        (
            "/join/quick/?PROLIFIC_PID={{%25PROLIFIC_PID%25}}",
            "The recruiter has not filled in who you are",
        ),
        ("/join/shut/", "The study is closed"),
        ("/join/resting/", "The study is not open at the moment"),
        ("/join/nowhere/", "There is nothing at this address"),
        ("/s/unknown/", "There is nothing at this address"),
        ("/nowhere", "There is nothing at this address"),
    ],
)
def test_every_other_page_is_accessible(visitor, path, heading):
    visitor.page.goto(visitor.site + path)

    visitor.sees(heading).check_accessibility()


def test_a_full_study_says_so(visitor):
    bring_to(visitor.site, "full", phase="learning", page="introduction")

    visitor.page.goto(f"{visitor.site}/join/full/")

    visitor.sees("There is no place for you now").check_accessibility()


def test_no_then_back_then_yes_keeps_who_comes(visitor):
    page = visitor.page
    page.goto(f"{visitor.site}/join/quick/?assignmentId=AS7&workerId=W7")

    page.get_by_role("link", name="No, thank you").click()
    page.get_by_role("link", name="Back to the description").click()
    visitor.press("Yes, I want to take part").sees("How it works")

    assert visitor.rows(ARRIVALS, "W7") == [("AS7", "first")]


def test_whose_part_is_over_may_still_delete_the_answers(visitor):
    visitor.begin("quick")
    visitor.page.goto(f"{visitor.address}withdraw/")
    visitor.press("Stop; my answers stay in the study").sees("You have stopped")

    visitor.page.goto(f"{visitor.address}withdraw/")
    visitor.sees("Delete your answers?").check_accessibility()
    visitor.press("Delete my answers")

    visitor.sees("Your part has ended").check_accessibility()


def test_another_task_asks_again_and_can_end_nothing(visitor):
    page, link = visitor.page, f"{visitor.site}/join/quick/?workerId=W8&assignmentId="
    page.goto(link + "AS8")
    visitor.press("Yes, I want to take part").press("Go on to part 1")
    visitor.sees("What do you know already?")
    page.goto(link + "AS8")
    visitor.sees("Welcome back").check_accessibility()

    page.goto(link + "AS9")
    visitor.press("Yes, I want to take part").sees("What do you know already?")
    page.goto(page.url + "withdraw/")

    visitor.sees("This is for whoever began the session").check_accessibility()
    assert visitor.rows(ARRIVALS, "W8") == [("AS8", "first"), ("AS9", "none")]


def test_a_study_that_closes_in_the_middle_says_so(visitor):
    visitor.begin("closing")
    visitor.rows("UPDATE studies_study SET state = 'closed' WHERE slug = 'closing'")

    visitor.page.reload()

    visitor.sees("The study is closed").check_accessibility()


def close(visitor, slug, *, finish_until):
    visitor.rows(
        f"UPDATE studies_study SET state = 'closed', finish_until = '{finish_until}' "
        f"WHERE slug = '{slug}'"
    )
    visitor.page.reload()


def test_whoever_is_inside_when_a_study_closes_has_time_to_finish(visitor):
    page = "instructions"
    visitor.page.goto(bring_to(visitor.site, "ending", phase=page, page=page))
    close(visitor, "ending", finish_until="2126-01-01 14:00:00")
    visitor.sees("How it works").check_accessibility()
    expect(visitor.page.get_by_text("January 1, 2126 at 2:00")).to_be_visible()
    visitor.press("Go on to part 1").press("Start").sees_card(1)
    expect(visitor.page.get_by_text("open until January 1, 2 p.m. UTC")).to_be_visible()

    visitor.press("I don’t know").sees_card(2)
    expect(visitor.page.get_by_text("open until January 1, 2 p.m. UTC")).to_be_visible()
    visitor.press("I don’t know").sees("Learning")
    close(visitor, "ending", finish_until="2020-01-01 14:00:00")

    visitor.sees("The study is closed").check_accessibility()
    expect(visitor.page.get_by_text("you get: 1 dollar")).to_be_visible()
    expect(visitor.page.locator("#code")).to_be_visible()


def test_a_demo_whose_deck_comes_into_use_stops(visitor):
    visitor.begin_learning("tried")
    visitor.rows(
        "UPDATE studies_study SET state = 'live', fingerprint = 'x' "
        "WHERE slug = 'asking'"
    )

    visitor.answer("xx")

    visitor.sees("This demo has stopped").check_accessibility()
    assert visitor.page.locator(".verdict-answer").count() == 0
    visitor.page.goto(f"{visitor.site}/join/tried/")
    visitor.sees("The study is not open at the moment")
