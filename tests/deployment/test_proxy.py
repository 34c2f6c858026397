"""The proxy of deploy/Caddyfile, with nobody behind it."""

import ssl

import httpx
import pytest

from tests.deployment.cluster import proxy


def test_whoever_asks_by_another_name_gets_nothing():
    with proxy(["127.0.0.1:1"]) as (address, root):
        believed = ssl.create_default_context(cafile=root)
        with (
            httpx.Client(base_url=address, verify=believed) as client,
            pytest.raises(httpx.RemoteProtocolError),
        ):
            client.get("/", headers={"Host": "evil.example.com"})
