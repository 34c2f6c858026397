"""What a worker's form becomes: the service hands it to requesters as XML."""

import io
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

_SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas"
_NAMESPACE = f"{_SCHEMAS}/2005-10-01/QuestionFormAnswers.xsd"
# Names that the service keeps for itself.
_RESERVED = {"assignmentId", "hitId", "turkSubmitTo", "workerId"}


def write_answer(fields: dict[str, str]) -> str:
    """One ``Answer`` for each field that is not the service's own."""
    out = io.StringIO()
    xml = XMLGenerator(out, encoding="ASCII")
    xml.startDocument()
    xml.startElement("QuestionFormAnswers", AttributesImpl({"xmlns": _NAMESPACE}))
    for name, text in fields.items():
        if name not in _RESERVED:
            xml.startElement("Answer", AttributesImpl({}))
            _write(xml, "QuestionIdentifier", name)
            _write(xml, "FreeText", text)
            xml.endElement("Answer")
    xml.endElement("QuestionFormAnswers")
    return out.getvalue()


def _write(xml: XMLGenerator, name: str, text: str) -> None:
    xml.startElement(name, AttributesImpl({}))
    xml.characters(text)
    xml.endElement(name)
