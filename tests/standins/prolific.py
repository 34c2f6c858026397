"""Prolific's signing keys, served over real HTTP, and the links it signs."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

PATH = "/.well-known/study/jwks.json"
IDS = {
    "PROLIFIC_PID": "5f0c8a366f0c4a539d3c6a0a",
    "STUDY_ID": "6f0c8a366f0c4a539d3c6a0b",
    "SESSION_ID": "7f0c8a366f0c4a539d3c6a0c",
}


class ProlificKeys:
    """A server with keys that change; it counts who asks for them."""

    def __init__(self):
        self.private, self.n_asked, self.status = {}, 0, 200
        self.add_key("key-1")
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                stand_in.answer(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}{PATH}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def add_key(self, key_id):
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.private[key_id] = key

    def answer(self, request):
        self.n_asked += 1
        keys = [
            {
                **json.loads(RSAAlgorithm.to_jwk(key.public_key())),
                **{"kid": key_id, "alg": "RS256", "use": "sig"},
            }
            for key_id, key in self.private.items()
        ]
        is_there = request.path == PATH and self.status == 200
        body = json.dumps({"keys": keys}).encode() if is_there else b"away"
        request.send_response(self.status if request.path == PATH else 404)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def sign(self, *, key_id="key-1", ids=IDS, expires_in=600, **changes):
        """The token that Prolific adds to a link with ``ids``."""
        claims = {
            "iss": "https://www.prolific.com",
            "sub": ids["SESSION_ID"],
            "aud": "http://testserver/join/study/?PROLIFIC_PID=x",
            "exp": time.time() + expires_in,
            "prolific": {**ids, "workspace_id": "w"},
            **changes,
        }
        return jwt.encode(
            claims, self.private[key_id], algorithm="RS256", headers={"kid": key_id}
        )
