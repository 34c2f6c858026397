"""What the card asks for, what the review says, and the result at the end."""

import re

import pytest
from django.utils.html import strip_tags

from studies.services.decks.media.sounds import SoundFile
from tests.studies.factories import Person, make_deck_version, make_row, make_study
from tests.studies.views.visiting import send, start, url

pytestmark = pytest.mark.django_db
SWAP = {"HX-Request": "true"}
SOUND = SoundFile(b"OggS answer", "audio/ogg")


def deck(**changes):
    return make_deck_version(rows=[make_row(1, "Regenbogen", **changes)])


def learner(**changes):
    return Person(make_study(n_concepts=1, **changes)).go_to("learning")


def shown(client, person):
    text = client.get(url("session", person)).content.decode()
    return " ".join(strip_tags(text).split())


@pytest.fixture(params=["whole", "swapped"])
def review(request, client):
    """Answers a card; gives the review as a page, or as the reply that is swapped."""

    def answer(person, text, **changes):
        if request.param == "swapped":
            body = {"phase": "learning", "step": 1, "answer-1": text, **changes}
            reply = client.post(url("answer", person), body, headers=SWAP)
        else:
            send(client, person, text, **changes)
            reply = client.get(url("session", person))
        return reply.content.decode()

    return answer


@pytest.mark.parametrize(
    ("language", "article", "told"),
    [
        ("en", "das", "Type it in German; the article is not needed"),
        ("en", "", "Type it in German"),
        ("de", "das", "Auf Deutsch; gern ohne Artikel"),
    ],
)
def test_the_card_says_what_to_type(client, language, article, told):
    version = deck(article=article)
    study = make_study(deck_version=version, language=language, n_concepts=1)

    page = start(client, Person(study)).content.decode()

    label = re.search(r'<label class="task" for="answer">(.*?)</label>', page, re.S)[1]
    assert strip_tags(label).partition(": ")[2].strip() == told


@pytest.mark.parametrize(
    ("rule", "told"),
    [("must_not_be_wrong", "the article may be left out"), ("required", "with its")],
)
def test_the_card_knows_the_rule_for_articles(client, rule, told):
    version = deck()
    version.article_rule = rule
    version.save()

    page = start(client, Person(make_study(deck_version=version, n_concepts=1)))

    assert f"Type it in German; {told}" in page.content.decode()


def test_a_language_that_nobody_knows_is_not_named(client):
    version = deck(article="")
    version.answer_language = "tlh"
    version.save()

    page = start(client, Person(make_study(deck_version=version, n_concepts=1)))

    assert "Type the answer" in page.content.decode()


@pytest.mark.parametrize(("word", "tells"), [("Tür", True), ("Haus", False)])
def test_the_instructions_tell_of_umlauts_where_there_are_any(client, word, tells):
    version = make_deck_version(rows=[make_row(1, word)])
    person = Person(make_study(deck_version=version, n_concepts=1))

    text = shown(client, person)

    assert "the article is not needed Capitals do not matter" in text
    assert ("you may write ae, oe, ue and ss" in text) == tells


def test_only_where_answers_are_checked_the_button_says_so(client):
    person = learner()
    learning = client.get(url("session", person)).content.decode()
    quiz = client.get(url("session", person.go_to("postquiz"))).content.decode()

    assert re.findall(r'button-primary">(\w+)<', learning) == ["Check"]
    assert re.findall(r'button-primary">(\w+)<', quiz) == ["Next"]


def test_letters_that_are_wrong_are_marked_and_told(review):
    text = review(learner(deck_version=deck()), "Rgenbohgen")

    assert "<span>R</span><ins>e</ins><span>genbo</span><del>h</del>" in text
    assert "Missing in what you wrote: e." in text
    assert "Too much in what you wrote: h." in text


def test_what_was_typed_is_escaped_where_it_is_compared(review):
    text = review(learner(deck_version=deck()), "Regenbo<b>gen")

    assert "<del>&lt;b&gt;</del>" in text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("das Regenbogen", "Right, though it is der Regenbogen"),
        ("das Himmelsbogen", "Right, though it is der Himmelsbogen The answer is"),
        ("der Regenbogen", "Right The answer is der Regenbogen"),
    ],
)
def test_a_wrong_article_is_right_with_a_word_about_it(review, typed, told):
    other = {"text": "Himmelsbogen", "article": "der"}
    version = deck(article="der", alternatives=[other])

    text = strip_tags(review(learner(deck_version=version), typed))

    assert told in " ".join(text.split())


def test_what_was_sent_by_the_clock_says_so(review):
    told = "Time ran out; we took what you had typed."

    assert told in review(learner(deck_version=deck()), "Regenb", auto="1")


def test_not_knowing_is_neither_right_nor_wrong(review):
    text = review(learner(deck_version=deck()), "", dont_know="1")

    assert 'class="verdict verdict-open"' in text
    assert "You did not know it" in text


def test_next_is_offered_where_a_review_may_be_left_sooner(review):
    person = learner(deck_version=deck(), review_seconds_after_right=2)

    text = review(person, "Regenbogen")

    assert 'data-next-in="2.000"' in text
    assert 'data-seconds="10.000" data-limit="10.000"' in text


def test_nothing_is_offered_before_a_review_goes_on_by_itself(review):
    assert "data-next-in" not in review(learner(deck_version=deck()), "Regenbogen")


def test_a_sound_is_named_when_the_answer_is_due_and_not_before(client):
    version = make_deck_version(
        rows=[make_row(1, "Regenbogen", sound="s")], sounds={"s": SOUND}
    )
    person = Person(make_study(deck_version=version, n_concepts=1))
    named = {}
    while (state := person.look()).page != "completed":
        named.setdefault(
            state.page,
            "/sounds/" in client.get(url("session", person)).content.decode(),
        )
        person.move(state)

    assert [page for page, is_named in named.items() if is_named] == ["review"]


@pytest.mark.parametrize(
    ("after_right", "told"),
    [
        (None, "After each you see the answer for 10 seconds."),
        (0, "After a mistake you see the answer for 10 seconds. "),
        (1.5, "after a right answer you may go on after 1.5 seconds, with Enter."),
    ],
)
def test_the_part_says_how_long_answers_are_shown(client, after_right, told):
    study = make_study(review_seconds_after_right=after_right)
    person = Person(study)
    instructions = shown(client, person)
    person.go_to("learning", 1, page="introduction")

    assert told in shown(client, person)
    assert ("after each mistake" in instructions) == (after_right == 0)


@pytest.mark.parametrize(("seconds", "runs"), [(None, False), (5, True)])
def test_no_time_runs_where_there_is_none(client, seconds, runs):
    person = Person(make_study(quiz_seconds=seconds))
    person.go_to("prequiz", 1, page="introduction")

    assert ("The time runs only while" in shown(client, person)) == runs


def test_the_pages_agree_on_how_long_it_takes(client):
    study = make_study(n_concepts=15, horizon=40)
    joining = shown_text(client.get("/join/study/"))

    instructions = shown(client, Person(study))

    minutes = re.search(r"usually about (\d+) minutes", joining)[1]
    assert f"About {minutes} minutes left" in instructions


def shown_text(response):
    return " ".join(strip_tags(response.content.decode()).split())


def test_the_result_shows_every_card_before_and_after(client):
    person = Person(make_study(shows_result=True, teachers=("GR",)))
    person.go_to("postquiz", 1)
    person.answer(person.right_answer())
    person.go_to("result", 0, page="result")

    page = client.get(url("session", person)).content.decode()
    text = " ".join(strip_tags(page).split())

    assert "<h1>You knew 0 of 3; now 1 of 3</h1>" in page
    assert text.count("not yet") == 5
    assert all(f"das {word}" in text for word in taught(person))
    assert "GR" not in text


def taught(person):
    return person.session.concepts.values_list("concept__answer", flat=True)


@pytest.mark.parametrize(("is_demo", "n_links"), [(True, 1), (False, 0)])
def test_a_demo_ends_with_a_way_home(client, is_demo, n_links):
    person = Person(make_study(is_demo=is_demo))
    person.finish()

    page = client.get(url("session", person)).content.decode()

    assert page.count('href="/"') == n_links
    assert ("This was a demo" in page) == is_demo


def test_who_waits_is_told_a_moment_that_a_browser_can_read(client):
    person = Person(make_study(postquiz_delay_seconds=3600))
    person.go_to("postquiz", 1, page="waiting")

    page = client.get(url("session", person)).content.decode()

    moment = re.search(r'<time datetime="(.*?)" data-local-time>(.*?)</time>', page)
    assert moment[1] == person.session.opens_at.isoformat(timespec="seconds")
    assert moment[2].endswith(" UTC")
