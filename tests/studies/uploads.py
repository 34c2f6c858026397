"""Tables, pictures and archives as researchers send them."""

import io
import zipfile

from PIL import Image

from studies.services.decks.exporting import export_deck
from studies.services.decks.importing import Upload, import_deck, preview_deck
from tests.studies.factories import NOON

TABLE = """prompt,answer,picture,source,licence,attribution
dog,Hund,dog.png,A photographer,CC0-1.0,Somebody
cat,Katze,cat.jpg,,,
"""


def picture(file_format="PNG", **options):
    out = io.BytesIO()
    Image.effect_noise((30, 20), 60).convert("RGB").save(out, file_format, **options)
    return out.getvalue()


def make_zip(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


PICTURES = make_zip(**{"dog.png": picture(), "sub/CAT.JPG": picture("JPEG")})


def look(table=TABLE, **options):
    content = table.encode() if isinstance(table, str) else table
    return preview_deck(upload=Upload(table=content, name="pets.csv", **options))


def save(table=TABLE, **options):
    return import_deck(preview=look(table, **options), now=NOON)


def exported(version):
    out = io.BytesIO()
    export_deck(version=version, out=out)
    return out.getvalue()


def messages(notes):
    return [str(note) for note in notes]
