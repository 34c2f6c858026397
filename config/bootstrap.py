"""Makes the `.env` of one's own machine, once: python -m config.bootstrap."""

import secrets
from pathlib import Path

PLAYGROUND = {
    # By another name than the app: browsers take it for another site, as the real one.
    "MTURK_ENDPOINT": "http://localhost:8090",
    "PROLIFIC_ENDPOINT": "http://127.0.0.1:8091",
}
ENV_FILE = Path(__file__).resolve().parent.parent / ".env"


def create_env_file(path: Path = ENV_FILE) -> bool:
    """Write random secrets to ``path`` unless it exists; says whether it did.

    One that was made before stays as it is, and goes without what is newer.
    """
    lines = [
        "FORGETMENOT_ENV=local",
        f"SECRET_KEY={secrets.token_urlsafe(64)}",
        "ADMIN_USERNAME=researcher",
        f"ADMIN_PASSWORD={secrets.token_urlsafe(12)}",
        "# Plays recruiters on this machine; without, you meet the real ones.",
        *(f"{name}={address}" for name, address in PLAYGROUND.items()),
    ]
    try:
        with path.open("x", encoding="utf-8") as file:
            path.chmod(0o600)
            file.write("\n".join(lines) + "\n")
    except FileExistsError:
        return False
    return True


if __name__ == "__main__":
    create_env_file()
