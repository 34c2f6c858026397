"""A proxy that ends TLS, as one stands in front of a server in production."""

import http.client
import ssl
import subprocess
import threading
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

# What belongs to one connection is not passed on.
OWN = {"connection", "keep-alive", "transfer-encoding"}


def make_certificate(folder: Path) -> Path:
    """A file with a key and a certificate that nobody has signed."""
    path = folder / "proxy.pem"
    request = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
    files = ["-keyout", str(path), "-out", str(folder / "certificate.pem")]
    subprocess.run([*request.split(), *files], check=True, capture_output=True)
    with path.open("a") as file:
        file.write((folder / "certificate.pem").read_text())
    return path


@contextmanager
def tls_proxy(server: str, folder: Path):
    """An https address in front of ``server``, while it runs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(make_certificate(folder))
    handler = type("Handler", (_Forward,), {"upstream": urlsplit(server).netloc})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as proxy:
        proxy.socket = context.wrap_socket(proxy.socket, server_side=True)
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"https://127.0.0.1:{proxy.server_port}"
        proxy.shutdown()


class _Forward(BaseHTTPRequestHandler):
    upstream = ""

    def _forward(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        sent = {k: v for k, v in self.headers.items() if k.lower() not in OWN}
        sent["X-Forwarded-Proto"] = "https"
        sent["X-Forwarded-For"] = self.client_address[0]
        upstream = http.client.HTTPConnection(self.upstream, timeout=30)
        # A browser that goes on to another page does not wait for the reply.
        with closing(upstream), suppress(ConnectionError, ssl.SSLError):
            upstream.request(self.command, self.path, self.rfile.read(length), sent)
            self._answer(upstream.getresponse())

    def _answer(self, response: http.client.HTTPResponse) -> None:
        body = response.read()
        self.send_response_only(response.status)
        for name, value in response.getheaders():
            if name.lower() not in {*OWN, "content-length"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = _forward  # noqa: N815

    def log_message(self, *args) -> None:
        pass
