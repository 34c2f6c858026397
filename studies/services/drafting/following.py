"""Words of templates follow a draft into another language."""

from datetime import datetime

from django.db import transaction

from studies.services.design.template_words import translate_question, translate_texts
from studies.services.drafting.editing import edit_design, lock_draft
from studies.services.drafting.questionnaires import (
    MOMENTS,
    edit_questions,
    questions_of,
)


@transaction.atomic
def follow_language(*, study_id: int, who: str, now: datetime) -> None:
    """Put what nobody has edited into the language in which it is read now."""
    study = lock_draft(study_id)
    texts = translate_texts(study)
    edit_design(study_id=study_id, values=texts, who=who, now=now)
    for moment in MOMENTS:
        items = [
            translate_question(item, study.language)
            for item in questions_of(study, moment)
        ]
        edit_questions(study_id=study_id, moment=moment, items=items, who=who, now=now)
