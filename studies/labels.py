"""What the Design page calls each field: files, checks, logs and rows say the same."""

DESIGN = {
    "title": "Title",
    "slug": "Address for participants",
    "internal_title": "Internal title",
    "hypothesis": "Hypothesis",
    "primary_outcome": "Primary outcome",
    "primary_test": "How the arms are compared",
    "reference_arm": "Reference arm",
    "exclusion_rules": "Whose data will not count",
    "stopping_rule": "Stopping rule",
    "n_planned_looks": "Looks at the results before the end",
    "equivalence_margin": "Difference that is as good as none, in percentage points",
    "preregistration_url": "Preregistration",
    "deck_version": "Deck",
    "n_concepts": "Concepts",
    "sampling": "Which ones",
    "strata": "How many of each level",
    "arms": "Arms",
    "horizon": "Cards in the learning part",
    "learning_seconds": "Seconds to answer a card",
    "review_seconds": "Seconds to look at the right answer",
    "review_seconds_after_right": "The same after a right answer",
    "shows_result": "At the end, show what they knew before and after",
    "no_repeat": "Never show a card twice in a row",
    "quiz_seconds": "Seconds to answer in the first and last part",
    "postquiz_delay_seconds": "Minutes between learning and the last part",
    "offers_more_time": "Participants may choose 1.5 or 2 times the time",
    "idle_seconds": "Minutes without a sign of life until the place is free again",
    "largest_gap_seconds": "Minutes of pause between two parts that are marked",
    "finish_seconds": "Hours that people inside may go on after you close the study",
    "grace_seconds": "Seconds of grace for slow networks",
    "language": "Language of the pages",
    "organiser": "Run by",
    "contact": "Contact",
    "ethics_number": "Ethics approval",
    "about_text": "What this is",
    "minimum_age": "Minimum age",
    "identities_kept_days": "Delete the ids of participants after so many days",
    "data_kept_days": "Delete all answers after so many days",
    "consent_parts": "Parts of the consent",
    "consent_text": "Your own consent text",
    "consent_version": "Version of the consent",
    "consent_language": "Language of the consent",
    "debrief_text": "Debriefing",
    "left_debrief_text": "Debriefing of those who leave or are screened out",
    "leavers_read_debrief": "If that is empty, they read the debriefing above instead",
    "questions_before": "Questions before",
    "questionnaire": "Questions after",
    "recruiters": "People come from",
    "recruiter_options": "What the recruiters are told",
    "earlier_studies": "Keep out whoever took part in",
    "pay_amount": "Pay for finishing",
    "currency": "Currency",
    "fee_percent": "Fee of other recruiters, in percent",
    "pay_text": "Pay, as participants read it",
    "pays_withdrawn": "Who stops early or runs out of time gets a code as well",
    "pays_screened_out": "Who is screened out gets a code as well",
    "partial_pay_amount": "What such a code pays",
    "partial_pay_text": "What such a code pays, as participants read it",
    "completion_url": "Way back to the recruiter",
}
ARM = {
    "name": "Name",
    "teacher": "Teacher",
    "n_places": "Places",
    "theta": "Memory it believes in",
    "options": "What the teacher is told",
    "prices": "Prices",
}
# Fields that the page asks for in a longer unit than is stored, in stored units.
UNITS = {
    "postquiz_delay_seconds": 60,
    "idle_seconds": 60,
    "largest_gap_seconds": 60,
    "finish_seconds": 3600,
    "equivalence_margin": 0.01,
}
SAMPLING_NAMES = {
    "simple": "any of the deck, drawn anew for everybody",
    "stratified": "so many of each level",
}
RECRUITER_NAMES = {
    "link": "An open link, for whoever has it",
    "prolific": "Prolific",
    "mturk": "Amazon Mechanical Turk",
    "personal": "Personal links, one for everybody on a list of yours",
    "panel": "Another panel: Sona, CloudResearch Connect or one of your own",
}


def label_of(name: str) -> str:
    """A field of a study or of an arm, as the Design page calls it."""
    name = name.removesuffix("_id")
    return DESIGN.get(name) or ARM.get(name) or name.replace("_", " ")
