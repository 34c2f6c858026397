"""What browsers tell about themselves, page by page."""

import pytest

from studies.models import BrowserEvent

pytestmark = pytest.mark.django_db
MALFORMED = {
    "nothing": "",
    "an object": "{}",
    "deep": "[" * 50_000,
    "an unknown kind": '[{"kind":"x"}]',
    "half a character": '[{"kind":"\\ud800"}]',
    "a list as kind": '[{"kind":[]}]',
    "an object as phase": '[{"kind":"blur","phase":{"a":1}}]',
    "a list as phase": '[{"kind":"blur","phase":[]}]',
    "400 digits": '[{"kind":"blur","client_ms":' + "9" * 400 + "}]",
    "5000 digits": '[{"kind":"blur","client_ms":' + "9" * 5000 + "}]",
    "infinity": '[{"kind":"blur","client_ms":1e400}]',
    "no number": '[{"kind":"blur","client_ms":NaN}]',
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_events_are_400_and_not_stored(client, person, text):
    refused = client.post(
        f"/s/{person.token}/events/", text, content_type="application/json"
    )

    assert refused.status_code == 400
    assert not BrowserEvent.objects.exists()


def test_sound_events_are_stored(client, person):
    blur = '{"kind":"blur","phase":null,"step":null,"client_ms":12.5}'
    paste = '{"kind":"paste","phase":"prequiz","step":1}'

    done = client.post(
        f"/s/{person.token}/events/",
        f"[{blur},{paste}]",
        content_type="application/json",
    )

    assert done.status_code == 204
    told = BrowserEvent.objects.order_by("pk").values_list("phase", "step", "client_ms")
    assert list(told) == [("", None, 12.5), ("prequiz", 1, None)]
