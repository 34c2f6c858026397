"""Searches every byte a browser receives for answers that are not due."""

import base64
import contextlib
import socket
import socketserver
import threading
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

from tests.browser.canaries import CANARIES


class Watch:
    """What a server sent, headers and bodies, as it went over the wire."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.seen: list[bytes] = []

    def found(self) -> set[str]:
        text = b"".join(self.seen).decode("latin-1").casefold()
        return {word for word in CANARIES if any(s in text for s in spellings(word))}


@contextmanager
def watch(site: str):
    """Another address of ``site``, where everything is kept that passes."""
    upstream = urlsplit(site)

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            address = (upstream.hostname, upstream.port)
            with socket.create_connection(address) as server:
                ways = (self.request, server)
                sending = threading.Thread(target=pump, args=ways, kwargs=IN_CLEAR)
                sending.start()
                pump(server, self.request, watched.seen)
                sending.join()

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as proxy:
        watched = Watch(f"http://127.0.0.1:{proxy.server_address[1]}")
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield watched
        proxy.shutdown()


# Nobody finds a word in what is compressed: the server is not told it could.
IN_CLEAR = {"hidden": b"Accept-Encoding"}


def pump(source, target, seen=None, hidden=b"") -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            if seen is not None:
                seen.append(data)
            target.sendall(data.replace(hidden, b"X-Hidden") if hidden else data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def spellings(word: str) -> list[str]:
    encoded = word.encode()
    # Base64 depends on where a word begins: the middle of each of three ways.
    shifted = [base64.b64encode(b"x" * n + encoded)[4:-4].decode() for n in range(3)]
    return [s.casefold() for s in (word, quote(word), encoded.hex(), *shifted)]
