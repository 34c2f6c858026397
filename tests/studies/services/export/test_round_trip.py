"""Design and deck, out of one server and into another."""

import pytest

from studies.models import Deck, DeckVersion, Study
from studies.services.decks.importing import Upload, import_deck, preview_deck
from studies.services.design.lifecycle import fingerprint_design
from studies.services.drafting.documents import import_study
from tests.studies.factories import NOON, make_study
from tests.studies.services.export.reading import export, files_in

pytestmark = pytest.mark.django_db


def test_design_and_deck_have_the_same_fingerprints_on_a_fresh_server(
    django_user_model,
):
    study = make_study(hypothesis="=GR is better", reference_arm="RD")
    deck, design = study.deck_version.fingerprint, study.fingerprint
    files = files_in(export(study))
    Study.objects.all().delete()
    DeckVersion.objects.get().concepts.all().delete()
    DeckVersion.objects.all().delete()
    Deck.objects.all().delete()
    user = django_user_model.objects.create_user("ada")

    preview = preview_deck(upload=Upload(files["deck.zip"], "deck.zip"))
    imported, _ = import_deck(preview=preview, now=NOON)
    again = import_study(
        content=files["design.json"], user_id=user.pk, who="ada", now=NOON
    )

    assert imported.fingerprint == deck
    assert fingerprint_design(again) == design
