"""A test mail goes out, or says in plain words what a real server did not like."""

import socket
from contextlib import contextmanager
from itertools import takewhile
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from studies.errors import InvalidError
from studies.services.mail import send_test_mail

pytestmark = pytest.mark.django_db
USUAL = {"EHLO": "250-me\r\n250 AUTH PLAIN", "DATA": "354 go on", "AUTH": "235 ok"}


class ScriptedServer(StreamRequestHandler):
    """A mail server that answers each verb as it was told, else agrees."""

    def handle(self):
        self.say(self.server.replies.get("HELLO", "220 hello"))
        for line in self.rfile:
            verb = line[:4].decode().upper()
            reply = {**USUAL, **self.server.replies}.get(verb, "250 ok")
            self.say(reply)
            if reply == USUAL["DATA"]:
                self.server.mails.append(self.read_mail())
                self.say("250 ok")
            if verb == "QUIT":
                return

    def say(self, words):
        self.wfile.write(f"{words}\r\n".encode())

    def read_mail(self):
        lines = takewhile(lambda line: line != b".\r\n", self.rfile)
        return b"".join(lines).decode()


class OneServer(ThreadingTCPServer):
    daemon_threads = True


@contextmanager
def mail_server(replies):
    with OneServer(("127.0.0.1", 0), ScriptedServer) as server:
        server.replies, server.mails = replies, []
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield server
        finally:
            server.shutdown()


@pytest.fixture(autouse=True)
def _real_mail(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "127.0.0.1", "lab@example.org"
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "ada", "hidden-word"


def send():
    send_test_mail(to="ada@example.org")


def test_a_test_mail_reaches_the_server(settings):
    with mail_server({}) as server:
        settings.EMAIL_PORT = server.server_address[1]
        send()

    (mail,) = server.mails
    assert "To: ada@example.org" in mail


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        ({"AUTH": "535 no such user"}, r"EMAIL_PASSWORD\. .*“535 no such user”"),
        ({"MAIL": "550 not from here"}, r"EMAIL_FROM, .*“550 not from here”"),
        ({"RCPT": "550 who?"}, r"no mail for your address.*“550 who\?”"),
        ({"EHLO": "250 me"}, r"EMAIL_USE_TLS"),
        ({"DATA": "451 later"}, r"went wrong.*“451 later”"),
    ],
)
def test_what_a_server_refuses_is_told_without_secrets(settings, replies, words):
    with mail_server(replies) as server:
        settings.EMAIL_PORT = server.server_address[1]
        with pytest.raises(InvalidError, match=words) as told:
            send()

    assert "hidden-word" not in told.value.message


def test_a_server_that_is_not_there_is_named(settings):
    with socket.create_server(("127.0.0.1", 0)) as free:
        settings.EMAIL_PORT = free.getsockname()[1]
    with pytest.raises(
        InvalidError, match=rf"127\.0\.0\.1, port {settings.EMAIL_PORT}"
    ):
        send()


def test_a_server_that_knows_no_encryption_is_told(settings):
    settings.EMAIL_USE_SSL = True
    with mail_server({"HELLO": "220 plain"}) as server:
        settings.EMAIL_PORT = server.server_address[1]
        with pytest.raises(InvalidError, match="No safe connection"):
            send()
