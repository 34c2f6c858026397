"""What every answer of the site has to say beside what was asked for."""

from django.conf import settings

from config.middleware import is_for_participants

COOKIES = {"sessionid", "csrftoken", "messages"}
PERSONAL = ("/s/", "/join/", "/api/v1/sessions/", "/api/v1/studies/", "/dashboard/")
# Shown inside pages of our own.
FRAMED_BY_US = ("/design/preview/", "/consent/")
AS_IN_PRODUCTION = {
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "SECURE_HSTS_SECONDS": 3600,
}


def faults_of(response):
    """What is wrong with an answer, whatever was asked."""
    checks = {
        f"status {response.status_code}": response.status_code < 500,
        "transport": "Strict-Transport-Security" in response,
        "types": response.get("X-Content-Type-Options") == "nosniff",
        "referrer": response.get("Referrer-Policy") == _referrer_policy(response),
        "policy": _is_strict(response.get("Content-Security-Policy", "")),
        "cookies": _has_cookies_as_designed(response),
        # Whoever asks in another way than a page does gets no page.
        "frames": response.status_code == 405 or _is_framed_as_designed(response),
        "cache": response.status_code == 405 or _is_cached_as_designed(response),
    }
    return [fault for fault, is_well in checks.items() if not is_well]


def _path(response):
    return response.wsgi_request.path


def _referrer_policy(response):
    is_secret = is_for_participants(response.wsgi_request)
    return "no-referrer" if is_secret else "same-origin"


def _is_strict(policy):
    return "default-src" in policy and "unsafe" not in policy and "data:" not in policy


def _is_framed_as_designed(response):
    """Pages of participants by the named sites, a few by our own, others by nobody."""
    path, policy = _path(response), response.get("Content-Security-Policy", "")
    if path.startswith(("/s/", "/join/")):
        ancestors = f"frame-ancestors {' '.join(settings.FRAME_ANCESTORS)}"
        return ancestors in policy and "X-Frame-Options" not in response
    if path.startswith("/dashboard/") and path.endswith(FRAMED_BY_US):
        return response["X-Frame-Options"] == "SAMEORIGIN"
    is_closed = "frame-ancestors 'none'" in policy or "sandbox" in policy
    return is_closed and response.get("X-Frame-Options") == "DENY"


def _is_cached_as_designed(response):
    """What is said to one person is kept nowhere."""
    is_personal = _path(response).startswith(PERSONAL)
    return not is_personal or "no-store" in response.get("Cache-Control", "")


def _has_cookies_as_designed(response):
    """None where nobody signs in; elsewhere ours, for our own pages and no script."""
    if not _path(response).startswith(("/dashboard/", "/admin/")):
        return not response.cookies
    given = [cookie for cookie in response.cookies.values() if cookie.value]
    return {*response.cookies} <= COOKIES and all(
        cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax"
        for cookie in given
    )
