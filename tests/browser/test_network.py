"""Bad networks: nothing typed is lost, nothing is asked twice."""

from playwright.sync_api import expect

ANSWERS = "SELECT text, outcome FROM studies_response WHERE text = ?"


def test_an_answer_survives_a_cut_network_and_is_stored_once(visitor):
    visitor.begin("quick")
    visitor.context.set_offline(True)

    visitor.answer("offline-word").sees("No connection. Your answer is kept")
    visitor.page.keyboard.type("more")
    assert visitor.page.locator("#answer").input_value() == "offline-word"
    visitor.check_accessibility()
    visitor.context.set_offline(False)

    visitor.sees_card(2).sees("Connected again.")
    assert visitor.rows(ANSWERS, "offline-word") == [("offline-word", "wrong")]


def test_an_answer_that_arrived_but_was_not_acknowledged_is_sent_again(visitor):
    visitor.begin("quick")
    visitor.page.route("**/s/*/", lambda route: route.abort(), times=1)

    visitor.answer("unheard-word").sees_card(2)

    assert visitor.rows(ANSWERS, "unheard-word") == [("unheard-word", "wrong")]


def test_a_server_in_trouble_is_asked_again(visitor):
    visitor.begin("quick")
    refuse = lambda route: route.fulfill(status=503, body="no")  # noqa: E731
    visitor.page.route("**/answer/", refuse, times=1)

    visitor.answer("patient-word").sees("One moment.").sees_card(2)


def test_the_review_waits_for_the_network(visitor):
    visitor.begin_learning("long-review").answer("xx").sees_review(1)
    visitor.context.set_offline(True)

    visitor.sees("No connection")
    visitor.context.set_offline(False)

    visitor.sees_card(2)


def test_a_picture_that_fails_costs_nobody_a_card(visitor):
    visitor.rests_before("timed", "learning")
    visitor.page.route("**/pictures/*", lambda route: route.abort())
    visitor.press("Start").sees("The picture did not load.").check_accessibility()
    visitor.page.wait_for_timeout(5500)
    visitor.page.unroute("**/pictures/*")

    visitor.press("Try again").sees_card(1)

    expect(visitor.page.locator("[data-picture]")).to_be_visible()
    seconds = visitor.page.locator("#face").get_attribute("data-seconds")
    # Of three, whatever this browser took to find out; the wait was far longer.
    assert float(seconds) > 0


def test_the_first_card_is_light(visitor):
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    visitor.begin("quick").page.wait_for_load_state()

    transferred = """() => performance.getEntries().reduce(
        (sum, entry) => sum + (entry.transferSize || 0), 0)"""
    # Without compressed static files, which in production leave a third of it.
    assert 5_000 < visitor.page.evaluate(transferred) < 120_000
    network.detach()
