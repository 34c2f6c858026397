"""A participant's requests, as their pages make them."""

from django.urls import reverse


def url(name, person):
    return reverse(f"pages:{name}", kwargs={"token": person.token})


def go_on(client, person):
    return client.post(url("continue", person), person.page_key._asdict())


def start(client, person):
    for _ in range(2):
        go_on(client, person)
    return client.get(url("session", person))


def send(browser, person, text, **changes):
    session = person.session
    body = {"phase": session.phase, "step": session.step, "answer-1": text}
    return browser.post(url("answer", person), {**body, **changes})
