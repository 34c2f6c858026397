"""Codes by time are those of RFC 6238."""

from base64 import b32encode

import pytest

from studies.services.team.totp import code_at, matching_step, new_secret, setup_address

SECRET = b32encode(b"12345678901234567890").decode()


# Appendix B of the RFC, for SHA-1.
@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_the_vectors_of_the_standard(seconds, code):
    assert code_at(SECRET, seconds // 30, digits=8) == code
    assert matching_step(SECRET, code[2:], seconds=seconds) == seconds // 30


@pytest.mark.parametrize("code", ["", "94287082", "28708", "287083", " 287082"])
def test_nothing_else_is_a_code(code):
    assert code_at(SECRET, 1) == "287082"
    assert matching_step(SECRET, code, seconds=59) is None


def test_a_secret_has_160_bits_and_a_phone_reads_it():
    secret = new_secret()

    assert len(secret) == 32
    assert secret != new_secret()
    assert setup_address(secret, account="ada l") == (
        f"otpauth://totp/Forgetmenot%3Aada%20l?secret={secret}&issuer=Forgetmenot"
    )
