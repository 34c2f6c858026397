"""What workers are shown of a HIT, and what they handed in, as the service's XML."""

import io
import re
from urllib.parse import urlsplit
from xml.sax.xmlreader import AttributesImpl

from defusedxml import DefusedXmlException, ElementTree
from django.conf import settings
from django.utils.html import format_html
from django.utils.xmlutils import SimplerXMLGenerator

from studies.errors import InvalidError
from studies.recruitment.mturk import CODE_FIELD
from studies.services.codes import CODE_LENGTH, CROCKFORD

_SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas"
_EXTERNAL = f"{_SCHEMAS}/2006-07-14/ExternalQuestion.xsd"
_FORM = f"{_SCHEMAS}/2017-11-06/QuestionForm.xsd"
# As high as the worker's window.
_WHOLE_WINDOW = "0"
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_NO_ATTRIBUTES: "AttributesImpl[str]" = AttributesImpl({})
_CODE = re.compile(f"[{CROCKFORD}]{{{CODE_LENGTH}}}")


def require_address(address: str) -> None:
    """Raise unless workers' browsers would open ``address`` within the service."""
    parts = urlsplit(address)
    is_stand_in = bool(settings.MTURK_ENDPOINT) and parts.hostname in _LOOPBACK
    if parts.scheme != "https" and not is_stand_in:
        raise InvalidError(
            f"Mechanical Turk shows pages over https alone, and this site is {address}."
        )


def write_frame(address: str) -> str:
    """The study itself, in a frame on the worker's page."""
    require_address(address)
    out = io.StringIO()
    xml = SimplerXMLGenerator(out, "utf-8")
    xml.startDocument()
    xml.startElement("ExternalQuestion", AttributesImpl({"xmlns": _EXTERNAL}))
    xml.addQuickElement("ExternalURL", address)
    xml.addQuickElement("FrameHeight", _WHOLE_WINDOW)
    xml.endElement("ExternalQuestion")
    return out.getvalue()


def write_link(address: str, *, title: str) -> str:
    """A link to the study, and a box for the code that stands at its end."""
    require_address(address)
    out = io.StringIO()
    xml = SimplerXMLGenerator(out, "utf-8")
    xml.startDocument()
    xml.startElement("QuestionForm", AttributesImpl({"xmlns": _FORM}))
    xml.startElement("Overview", _NO_ATTRIBUTES)
    xml.addQuickElement("Title", title)
    xml.addQuickElement("FormattedContent", _invitation(address))
    xml.endElement("Overview")
    _write_box(xml)
    xml.endElement("QuestionForm")
    return out.getvalue()


def _invitation(address: str) -> str:
    return format_html(
        '<p>Accept this HIT, then open <a href="{}" target="_blank">the study</a>. At '
        "its end you get a code: enter it below.</p>",
        address,
    )


def _write_box(xml: SimplerXMLGenerator) -> None:
    xml.startElement("Question", _NO_ATTRIBUTES)
    xml.addQuickElement("QuestionIdentifier", CODE_FIELD)
    xml.addQuickElement("IsRequired", "true")
    xml.startElement("QuestionContent", _NO_ATTRIBUTES)
    xml.addQuickElement("Text", "Your code")
    xml.endElement("QuestionContent")
    xml.startElement("AnswerSpecification", _NO_ATTRIBUTES)
    xml.addQuickElement("FreeTextAnswer")
    xml.endElement("AnswerSpecification")
    xml.endElement("Question")


def read_code(answer: str) -> str:
    """The code that a worker handed in; what looks like none is given as it stands."""
    fields = _read_fields(answer)
    named = fields.pop(CODE_FIELD, "")
    texts = [plain_code(text) for text in (named, *fields.values()) if text.strip()]
    codes = [text for text in texts if _CODE.fullmatch(text)]
    return next(iter(codes or texts), "")[: CODE_LENGTH * 2]


def _read_fields(answer: str) -> dict[str, str]:
    if not answer:
        return {}
    try:
        root = ElementTree.fromstring(answer)
    except (ElementTree.ParseError, DefusedXmlException):
        return {}
    return {
        each.findtext("{*}QuestionIdentifier", ""): each.findtext("{*}FreeText") or ""
        for each in root.findall("{*}Answer")
    }


def plain_code(text: str) -> str:
    """As codes are spelled: without spaces and dashes, in capitals."""
    return re.sub(r"[\s-]", "", text).upper()
