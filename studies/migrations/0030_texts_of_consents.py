"""What people agreed to so far is kept as a text, where it is still known."""

import hashlib
from typing import Any

from django.db import migrations


def keep_texts(apps: Any, schema_editor: Any) -> None:
    records = apps.get_model("studies", "ConsentRecord").objects
    texts = apps.get_model("studies", "ConsentText").objects
    studies = apps.get_model("studies", "Study").objects
    for text in studies.values_list("consent_text", flat=True):
        text_hash = hashlib.sha256(text.encode()).hexdigest()
        if records.filter(text_hash=text_hash).exists():
            texts.get_or_create(text_hash=text_hash, defaults={"text": text})


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0029_before_the_cards"),
    ]

    operations = [
        migrations.RunPython(keep_texts, migrations.RunPython.noop, elidable=True)
    ]
