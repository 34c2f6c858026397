"""The kind of device somebody joins with, in a closed list of classes."""

import re
from dataclasses import asdict, dataclass

from studies.models import SessionDevice, TeachingSession
from studies.models.device import Browser, DeviceKind, Touch, Viewport

# In this order: browsers also name those whose pages they want to be sent.
_BROWSERS = (
    (Browser.EDGE, re.compile(r"\bEdg(e|A|iOS)?/")),
    (Browser.OPERA, re.compile(r"\b(OPR|Opera|OPT|OPiOS)/")),
    (Browser.SAMSUNG, re.compile(r"\bSamsungBrowser/")),
    (Browser.FIREFOX, re.compile(r"\b(Firefox|FxiOS)/")),
    (Browser.CHROME, re.compile(r"(Chrome|CriOS|Chromium)/")),
    (Browser.SAFARI, re.compile(r"\bVersion/[\d.]+.* Safari/")),
)
_KINDS = (
    (DeviceKind.TABLET, re.compile(r"\biPad\b|\bTablet\b|Android(?!.*\bMobile\b)")),
    (DeviceKind.PHONE, re.compile(r"\biPhone\b|\biPod\b|\bMobile\b")),
    (DeviceKind.DESKTOP, re.compile(r"Windows NT|Macintosh|X11|CrOS")),
)


@dataclass(frozen=True)
class Device:
    """What is kept of a device."""

    kind: DeviceKind
    browser: Browser
    viewport: Viewport
    touch: Touch
    was_here_before: bool = False


def classify_device(
    *,
    user_agent: str,
    viewport: str = "",
    touch: str = "",
    was_here_before: bool = False,
) -> Device:
    """The classes of a device, from its ``User-Agent`` and what its page told.

    Anything that is none of the classes is unknown, so nothing else can be stored.
    """
    touches = Touch(touch) if touch in Touch.values else Touch.UNKNOWN
    kinds = (kind for kind, names in _KINDS if names.search(user_agent))
    browsers = (browser for browser, names in _BROWSERS if names.search(user_agent))
    kind = next(kinds, DeviceKind.UNKNOWN)
    if "Macintosh" in user_agent and touches == Touch.YES:
        # So an iPad calls itself, and no Mac can be touched.
        kind = DeviceKind.TABLET
    return Device(
        kind=kind,
        browser=next(browsers, Browser.OTHER),
        viewport=(
            Viewport(viewport) if viewport in Viewport.values else Viewport.UNKNOWN
        ),
        touch=touches,
        was_here_before=was_here_before,
    )


def store_device(session: TeachingSession, device: Device) -> None:
    """Keep ``device`` with the session it began on."""
    SessionDevice.objects.create(session=session, **asdict(device))
