"""Makes the `.env` of one's own machine, once: python -m config.bootstrap."""

import secrets
from pathlib import Path

ENV_FILE = Path(__file__).resolve().parent.parent / ".env"


def create_env_file(path: Path = ENV_FILE) -> bool:
    """Write random secrets to ``path`` unless it exists; says whether it did."""
    lines = [
        "FORGETMENOT_ENV=local",
        f"SECRET_KEY={secrets.token_urlsafe(64)}",
        "ADMIN_USERNAME=researcher",
        f"ADMIN_PASSWORD={secrets.token_urlsafe(12)}",
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
