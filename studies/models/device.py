"""What kind of device somebody took part with, in classes too coarse to know it by."""

from django.db import models
from django.db.models import Q

from studies.models.session import TeachingSession


class DeviceKind(models.TextChoices):
    PHONE = "phone"
    TABLET = "tablet"
    DESKTOP = "desktop"
    UNKNOWN = "unknown"


class Browser(models.TextChoices):
    CHROME = "chrome"
    EDGE = "edge"
    FIREFOX = "firefox"
    OPERA = "opera"
    SAFARI = "safari"
    SAMSUNG = "samsung"
    OTHER = "other"


class Viewport(models.TextChoices):
    """The width of the window: below 600, below 1100 pixels, or more."""

    NARROW = "narrow"
    MEDIUM = "medium"
    WIDE = "wide"
    UNKNOWN = "unknown"


class Touch(models.TextChoices):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class SessionDevice(models.Model):
    """The device of a session when it began; no fingerprint. Deleted on erasure."""

    session = models.OneToOneField(
        TeachingSession, on_delete=models.CASCADE, related_name="device"
    )
    kind = models.CharField(max_length=8, choices=DeviceKind)
    browser = models.CharField(max_length=8, choices=Browser)
    viewport = models.CharField(max_length=8, choices=Viewport)
    touch = models.CharField(max_length=8, choices=Touch)
    was_here_before = models.BooleanField(
        default=False, help_text="Somebody began the study in this browser before."
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    kind__in=DeviceKind.values,
                    browser__in=Browser.values,
                    viewport__in=Viewport.values,
                    touch__in=Touch.values,
                ),
                name="device_in_classes",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.session_id}"
