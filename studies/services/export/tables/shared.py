"""Columns that several tables have, and mean the same in each."""

from studies.models.session import Phase
from studies.services.export.columns import Column, choice, flag, text, whole

PARTICIPANT = Column("participant", "Random pseudonym, in this study alone")
ARM = text("arm", "Name of the arm; empty before a place was taken")
PHASE = choice("phase", "Part of the session that this is about", Phase)
STEP = whole("step", "Place of the card within its phase, from 1")
POSITION = whole("position", "Index of the concept among those of the session, from 0")
CONCEPT = whole("concept", "Number of the concept in its deck")
LEVEL = text("level", "Level of the concept in its deck, such as common or rare")
DAY = whole("day", "Day since the first entry of the study's log, which is day 1")
SESSION = Column("session", "Id of the session, from which its log begins")
RECRUITER = text("recruiter", "How they came first")
TEACHER = Column("teacher", "Code of the teacher")
TEACHER_VERSION = Column("teacher_version", "Version of the teacher that decided")
FINGERPRINT = Column("fingerprint", "Fingerprint of the design that held then")
REASON = text("reason", "Why, in the words of the team")
RULE = text("rule", "The rule of grading that fitted first; empty for none")
DISTANCE = whole(
    "distance", "Edits between the text and the answer, for a typo", "edits"
)
GRADING_VERSION = whole("grading_version", "Version of the rule that graded the text")
WHO = text("who", "Who did it, by the name of their account")
PLACE = whole("place", "Number of the place, in the order of giving them out")
BLOCK = whole("block", "Permuted block of the place")
AFTER_UNLOCKING = flag(
    "after_unlocking",
    "Whether somebody could have seen outcomes when it was decided",
)
