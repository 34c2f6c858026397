"""A participant who speaks JSON."""

JSON = "application/json"


class Api:
    def __init__(self, client, study):
        self.client = client
        self.joined = self.send("/api/v1/sessions/", study=study.slug, consent=True)
        self.token = self.joined.json()["token"]
        self.url = f"/api/v1/sessions/{self.token}/"

    def send(self, url, **body):
        return self.client.post(url, body, content_type=JSON)

    def post(self, part, **body):
        return self.send(f"{self.url}{part}/", **body)

    def start(self):
        """Leave the instructions and the page before the first part."""
        self.go_on()
        return self.go_on()

    def go_on(self, **changes):
        state = self.look()
        key = {name: state[name] for name in ("phase", "stage", "step")}
        return self.post("continue", **{**key, **changes})

    def look(self):
        return self.client.get(self.url).json()

    def answer(self, **changes):
        state = self.look()
        body = {"phase": state["phase"], "step": state["step"], "answer": "xx"}
        return self.post("answers", **{**body, **changes})

    def raw(self, part, text, content_type=JSON):
        return self.client.post(f"{self.url}{part}/", text, content_type=content_type)
