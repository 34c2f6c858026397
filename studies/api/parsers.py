"""JSON, and nothing that only looks like it."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """JSON objects, nested no deeper than Python can follow, of whole characters.

    A half of a character could neither be stored nor named in an error.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            data = super().parse(stream, media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error
        except UnicodeEncodeError as error:
            raise ParseError("There is half of a character in the JSON.") from error
        if not isinstance(data, dict):
            raise ParseError("The body must be a JSON object.")
        return data
