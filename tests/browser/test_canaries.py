"""Answers of random nonsense, looked for in every byte a browser gets."""

from tests.browser.secrecy import watch


def test_a_canary_is_never_seen_before_its_time(visit, site):
    visitor = visit()
    shown = set()
    with watch(site) as watched:
        visitor.site = watched.url
        visitor.walk_in("canary")
        for step in (1, 2):
            visitor.sees_card(step).press("I don’t know")
        visitor.press("Start")
        for step in (1, 2, 3):
            visitor.sees_card(step)
            assert watched.found() == shown
            visitor.answer("xx").sees_review(step)
            answer = visitor.page.locator(".verdict-answer strong").inner_text()
            shown.add(answer.split()[-1])
            assert watched.found() == shown
        visitor.press("Start")
        for step in (1, 2):
            visitor.sees_card(step).press("I don’t know")
        visitor.page.get_by_role("heading").first.wait_for()

        assert b"content-encoding" not in b"".join(watched.seen).lower()
        assert len(shown) == 2
        assert watched.found() == shown
