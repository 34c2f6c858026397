"""The words that consent texts are built from, in every language of the pages.

They are not among the translations: what somebody agreed to is hashed, so its words
change with a new version of the program alone, and never with a compiled file.
"""

from typing import NamedTuple

from studies.languages import DEFAULT_LANGUAGE


class ConsentWords(NamedTuple):
    """One language; the braces are filled in from the design."""

    headings: dict[str, str]
    stored: dict[str, str]
    either: str
    procedure: str
    questions: str
    duration: str
    duration_of_one: str
    later: str
    delays: dict[str, str]
    pay: str
    no_pay: str
    paid_after_stopping: str
    paid_when_screened_out: str
    unpaid_after_stopping: str
    unpaid_when_screened_out: str
    partly: str
    voluntary: str
    age: str
    organiser: str
    contact: str
    ethics: str
    stored_first: str
    stored_how: str
    stored_how_but: str
    known_by: dict[str, str]
    screened_out: str
    earlier: str
    deleting: str
    deadline: str
    retention: str
    no_retention: str
    one_day: str
    days: str
    identities_go: str
    data_goes: str


WORDS = {
    "en": ConsentWords(
        headings={
            "purpose": "What this is for",
            "procedure": "What happens",
            "pay": "Pay",
            "risks": "Risks and benefits",
            "voluntary": "You are free to stop",
            "data": "What is stored",
            "contact": "Who runs this",
        },
        stored={
            "consent": "that you agreed, when, and to which text",
            "answers": (
                "what you type, whether it was right, and when each card was shown "
                "and answered"
            ),
            "questions": "your answers to the questions",
            "keys": (
                "how many keys you press on a card and when the first one, "
                "but not which"
            ),
            "pastes": "that something was pasted",
            "focus": "when you leave this window and come back, and breaks in between",
            "network": "lost connections, and how long pictures took to appear",
            "device": (
                "your device in coarse classes: phone, tablet or computer, the kind "
                "of browser, whether the window is narrow or wide, and touch"
            ),
            "recruiter": "your id at {recruiters}, apart from your answers",
            "recruiters": (
                "your id at the service that you come from ({recruiters}), apart from "
                "your answers"
            ),
            "label": "the label of your personal link, apart from your answers",
            "once": (
                "in your browser, that this study was begun in it, so that we see if "
                "somebody comes twice"
            ),
        },
        either=" or ",
        procedure=(
            "You see what you know of {n} cards, learn them with {cards} flashcards, "
            "and are asked once more."
        ),
        questions="There are some questions as well.",
        duration="It usually takes about {usual} minutes, at most {most}.",
        duration_of_one="It usually takes about a minute, at most {most}.",
        later="The last part opens {delay} after the one before it.",
        delays={
            "days": "{n} days",
            "hours": "{n} hours",
            "minutes": "{n} minutes",
            "seconds": "{n} seconds",
        },
        pay="For finishing you get {pay}, however many you get right.",
        no_pay="There is no pay.",
        paid_after_stopping="If you stop after the first part, you get {partly}.",
        paid_when_screened_out=(
            "If the study turns out not to be for you, you get {partly}."
        ),
        unpaid_after_stopping="If you stop before the end, nothing is paid.",
        unpaid_when_screened_out=(
            "If your answers to the first questions show that the study looks for "
            "other people, it ends there and nothing is paid."
        ),
        partly="a part of it",
        voluntary=(
            "Taking part is voluntary. You may stop at any time and need not say why."
        ),
        age="You must be at least {age} years old.",
        organiser="The study is run by {organiser}.",
        contact="Questions and complaints: {contact}",
        ethics="Ethics approval: {ethics}",
        stored_first="While you take part, this is stored:",
        stored_how="All of it is kept under a random name. There are no cookies.",
        stored_how_but=(
            "Except for {what}, everything in this list is kept under a random name. "
            "There are no cookies."
        ),
        known_by={"recruiter": "your id", "label": "the label of your link"},
        screened_out=(
            "If your answers to the first questions show that the study looks for "
            "other people, they are not kept."
        ),
        earlier=(
            "Your id is compared with those of earlier studies of ours. Whoever took "
            "part in one of them cannot take part in this one."
        ),
        deleting=(
            "When you stop you can have your answers deleted; later, write to the "
            "contact of the study."
        ),
        deadline="Until when this is possible: {deadline}",
        retention="How long it is kept: {retention}",
        no_retention="Ask the contact of the study how long it is kept.",
        one_day="One day",
        days="{n} days",
        identities_go="{days} after the end of the study we delete {what}.",
        data_goes=(
            "{days} after the end of the study we delete everything that you gave us."
        ),
    ),
    "de": ConsentWords(
        headings={
            "purpose": "Worum es geht",
            "procedure": "Was geschieht",
            "pay": "Bezahlung",
            "risks": "Risiken und Nutzen",
            "voluntary": "Sie können jederzeit aufhören",
            "data": "Was gespeichert wird",
            "contact": "Wer die Studie durchführt",
        },
        stored={
            "consent": "dass und wann Sie zugestimmt haben und welchem Text",
            "answers": (
                "was Sie eintippen, ob es richtig war und wann jede Karte gezeigt und "
                "beantwortet wurde"
            ),
            "questions": "Ihre Antworten auf die Fragen",
            "keys": (
                "wie viele Tasten Sie bei einer Karte drücken und wann die erste, "
                "nicht welche"
            ),
            "pastes": "ob Sie Text eingefügt haben",
            "focus": (
                "wann Sie dieses Fenster verlassen und zurückkommen, und Pausen "
                "dazwischen"
            ),
            "network": ("Verbindungsabbrüche und wie lange Bilder zum Laden brauchten"),
            "device": (
                "grobe Angaben zu Ihrem Gerät: Telefon, Tablet oder Computer, die Art "
                "des Browsers, ob das Fenster schmal oder breit ist, und "
                "Touch-Bedienung"
            ),
            "recruiter": "Ihre Kennung bei {recruiters}, getrennt von Ihren Antworten",
            "recruiters": (
                "Ihre Kennung bei dem Dienst, über den Sie kommen ({recruiters}), "
                "getrennt von Ihren Antworten"
            ),
            "label": (
                "die Bezeichnung Ihres persönlichen Links, getrennt von Ihren Antworten"
            ),
            "once": (
                "in Ihrem Browser, dass diese Studie darin begonnen wurde, damit wir "
                "sehen, ob jemand zweimal kommt"
            ),
        },
        either=" oder ",
        procedure=(
            "Sie sehen, was Sie von {n} Karten wissen, lernen sie mit {cards} "
            "Lernkarten und werden noch einmal gefragt."
        ),
        questions="Dazu kommen einige Fragen.",
        duration="Meist dauert das etwa {usual} Minuten, höchstens {most}.",
        duration_of_one="Meist dauert das etwa eine Minute, höchstens {most}.",
        later="Der letzte Teil öffnet {delay} nach dem Teil davor.",
        delays={
            "days": "{n} Tage",
            "hours": "{n} Stunden",
            "minutes": "{n} Minuten",
            "seconds": "{n} Sekunden",
        },
        pay=(
            "Für die vollständige Teilnahme bekommen Sie {pay}, egal wie viel richtig "
            "ist."
        ),
        no_pay="Es gibt keine Bezahlung.",
        paid_after_stopping=(
            "Wenn Sie nach dem ersten Teil aufhören, bekommen Sie {partly}."
        ),
        paid_when_screened_out=(
            "Wenn sich zeigt, dass die Studie andere Personen sucht, bekommen Sie "
            "{partly}."
        ),
        unpaid_after_stopping=("Wenn Sie vor dem Ende aufhören, wird nichts bezahlt."),
        unpaid_when_screened_out=(
            "Wenn Ihre Antworten auf die ersten Fragen zeigen, dass die Studie andere "
            "Personen sucht, endet sie dort und es wird nichts bezahlt."
        ),
        partly="einen Teil davon",
        voluntary=(
            "Die Teilnahme ist freiwillig. Sie können jederzeit aufhören und müssen "
            "keinen Grund nennen."
        ),
        age="Sie müssen mindestens {age} Jahre alt sein.",
        organiser="Die Studie wird durchgeführt von {organiser}.",
        contact="Fragen und Beschwerden: {contact}",
        ethics="Ethikvotum: {ethics}",
        stored_first="Während Sie teilnehmen, wird Folgendes gespeichert:",
        stored_how=(
            "Alles wird unter einem Zufallsnamen gespeichert. Es gibt keine Cookies."
        ),
        stored_how_but=(
            "Bis auf {what} wird alles in dieser Liste unter einem Zufallsnamen "
            "gespeichert. Es gibt keine Cookies."
        ),
        known_by={
            "recruiter": "Ihre Kennung",
            "label": "die Bezeichnung Ihres Links",
        },
        screened_out=(
            "Wenn Ihre Antworten auf die ersten Fragen zeigen, dass die Studie andere "
            "Personen sucht, werden sie nicht aufbewahrt."
        ),
        earlier=(
            "Ihre Kennung wird mit denen früherer Studien von uns verglichen. Wer an "
            "einer davon teilgenommen hat, kann an dieser nicht teilnehmen."
        ),
        deleting=(
            "Wenn Sie aufhören, können Sie Ihre Antworten löschen lassen; später "
            "schreiben Sie dafür an die Ansprechperson der Studie."
        ),
        deadline="Bis wann das möglich ist: {deadline}",
        retention="Wie lange es aufbewahrt wird: {retention}",
        no_retention=(
            "Wie lange es aufbewahrt wird, erfahren Sie von der Ansprechperson der "
            "Studie."
        ),
        one_day="Einen Tag",
        days="{n} Tage",
        identities_go="{days} nach dem Ende der Studie löschen wir {what}.",
        data_goes=(
            "{days} nach dem Ende der Studie löschen wir alles, was Sie angegeben "
            "haben."
        ),
    ),
}


def find_words(*languages: str) -> ConsentWords:
    """The words of the first of ``languages`` that there are words in."""
    known = (WORDS[language] for language in languages if language in WORDS)
    return next(known, WORDS[DEFAULT_LANGUAGE])
