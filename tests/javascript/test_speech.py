from tests.javascript.pages import PICTURE, PROMPT, card_face, stage


def hear(workbench, face, call, **options):
    workbench.open(stage(face, **options), "speech")
    workbench.run(f"speech.{call}")
    return workbench.run("announcer.textContent.replace(/\\s+/g, ' ').trim()")


def test_a_card_is_heard_by_its_number_and_its_word(workbench):
    heard = hear(workbench, card_face(picture=PICTURE + PROMPT), "sayCard(face)")

    assert heard == "Card 2 of 12: rainbow"
    assert workbench.page.get_attribute("#announcer span", "lang") == "en"


def test_a_card_without_a_word_is_heard_by_what_its_picture_is_for(workbench):
    heard = hear(workbench, card_face(picture=PICTURE), "sayCard(face)")

    assert heard == "Card 2 of 12: The picture to name"


def test_a_verdict_is_heard_without_the_name_of_its_mark(workbench):
    verdict = """<div data-announce><p><span aria-hidden="true">✗</span> Not right</p>
      <p><span>The answer is </span><strong lang="de">Tür</strong></p></div>"""

    heard = hear(workbench, card_face(), "sayVerdict()", result=verdict)

    assert heard == "Not right The answer is Tür"
    assert workbench.page.get_attribute("#announcer strong", "lang") == "de"
