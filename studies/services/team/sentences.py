"""Entries of a study's log as sentences: “ada added 20 places”."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from studies.labels import label_of
from studies.models import AuditEntry
from studies.models.team import Action

Detail = Mapping[str, Any]
Words = Callable[[Detail], str]
# The mark of words that are told in part.
SHORTENED = "…"


def tell_action(entry: AuditEntry) -> str:
    """What somebody did, as far as the entry says it."""
    words = _WORDS.get(entry.action)
    said = words(entry.detail) if words else ""
    return said or _label(entry.action)


def _label(action: str) -> str:
    return Action(action).label if action in Action.values else action


def _created(detail: Detail) -> str:
    origin = detail.get("origin")
    return f"created the study from {origin}" if origin else ""


def _changed_fields(verb: str) -> Words:
    def words(detail: Detail) -> str:
        values = detail.get("values", {})
        told = {*values, *(key.partition(": ")[0] for key in values)}
        untold = [str(name) for name in detail.get("fields", []) if name not in told]
        # PostgreSQL keeps no order of keys.
        told_in_order = {name: values[name] for name in sorted(values)}
        names = _put_arms_together({**told_in_order, **dict.fromkeys(untold, ("", ""))})
        return f"{verb}: {', '.join(names)}{_reason(detail)}" if names else ""

    return words


def _tell_change(before: str, after: str) -> str:
    """Of long words the log has the beginning, so the same may have changed."""
    if not before or not after:
        return ""
    if before != after:
        return f" ({before} → {after})"
    return "" if SHORTENED in before else " (changed and changed back)"


def _changed_state(detail: Detail) -> str:
    before, after = detail.get("before"), detail.get("after")
    if not after:
        return ""
    came_from = f", which was {before}" if before else ""
    return f"made the study {after}{came_from}{_reason(detail)}"


def _added_places(detail: Detail) -> str:
    before, after = _total(detail.get("before")), _total(detail.get("after"))
    if not after:
        return ""
    if not before:
        return f"added places: there are {after} now{_reason(detail)}"
    return f"added {_count(after - before, 'place')}{_reason(detail)}"


def _simulated(detail: Detail) -> str:
    n_people = detail.get("n_people")
    if not isinstance(n_people, int):
        return ""
    if "cancelled_after" in detail:
        n_sent = detail["cancelled_after"]
        return f"stopped sending simulated participants after {n_sent} of {n_people}"
    return f"sent {_count(n_people, 'simulated participant')}"


def _regraded(detail: Detail) -> str:
    level, n_accepted = detail.get("level"), detail.get("n_accepted")
    if not level:
        return ""
    more = f", with {_count(n_accepted, 'text')} accepted" if n_accepted else ""
    return f"graded the answers again, {level}{more}"


def _about_participant(verb: str, rest: str = "") -> Words:
    def words(detail: Detail) -> str:
        return f"{verb} {_participant(detail)}{rest}{_reason(detail)}"

    return words


def _granted(detail: Detail) -> str:
    factor = detail.get("factor")
    many = f"{factor} times the time" if factor else "more time"
    return f"granted {_participant(detail)} {many}"


def _saw_identities(detail: Detail) -> str:
    shown = detail.get("participants")
    if isinstance(shown, list):
        verb = "is" if len(shown) == 1 else "are"
        return f"looked at who {_count(len(shown), 'participant')} {verb}"
    return f"looked at who {_participant(detail)} is"


def _deleted_in_time(detail: Detail) -> str:
    what = {"identities": "who took part", "data": "all answers"}
    gone = what.get(str(detail.get("what")), "")
    n_people = detail.get("n_people")
    if not gone or not isinstance(n_people, int):
        return ""
    return f"deleted {gone}, as the design says ({_count(n_people, 'session')})"


def _exported(detail: Detail) -> str:
    taken = detail.get("downloaded")
    if taken and "purpose" not in detail:
        return f"downloaded the table of {taken}"
    if detail.get("what"):
        return f"downloaded the {detail['what']}"
    whose = f"data of {detail.get('purpose', 'real')} participants"
    beside = ", with who they are" if detail.get("with_private") else ""
    return (
        f"downloaded {taken}: {whose}{beside}" if taken else f"exported {whose}{beside}"
    )


def _unlocked(detail: Detail) -> str:
    n_completed, n_target = detail.get("n_completed"), detail.get("n_target")
    if n_completed is None or n_target is None:
        return ""
    return f"unlocked the results at {n_completed} of {n_target} participants"


def _set_budget(detail: Detail) -> str:
    amount = detail.get("amount")
    return f"set the budget to {amount}" if amount else ""


def _created_hits(detail: Detail) -> str:
    n_people, cost = detail.get("n_people"), detail.get("cost")
    if not isinstance(n_people, int):
        return ""
    return f"created HITs for {_count(n_people, 'worker')}, which may cost {cost}"


def _extended_hit(detail: Detail) -> str:
    hit, n_people = detail.get("hit"), detail.get("n_people")
    more = f" by {_count(n_people, 'worker')}" if isinstance(n_people, int) else ""
    return f"extended the HIT {hit}{more}" if hit else ""


def _ended_hit(detail: Detail) -> str:
    hit = detail.get("hit")
    return f"ended the HIT {hit}" if hit else ""


def _paid(detail: Detail) -> str:
    amount, purpose = detail.get("amount"), detail.get("purpose")
    if not amount:
        return ""
    return f"paid {_participant(detail)} {amount} ({purpose})"


def _paid_by_hand(detail: Detail) -> str:
    amount, day = detail.get("amount"), detail.get("paid_on")
    if not amount:
        return ""
    return f"marked {_participant(detail)} as paid {amount} by hand, on {day}"


def _undid_payment(detail: Detail) -> str:
    amount, whom = detail.get("amount"), _participant(detail)
    return f"took back that {whom} was paid by hand ({amount})" if amount else ""


def _rejected(detail: Detail) -> str:
    return f"rejected the {_submission(detail)}{_reason(detail)}"


def _joined_submission(detail: Detail) -> str:
    return f"said that a submission is of {_participant(detail)}"


def _submission(detail: Detail) -> str:
    named = f" ({detail['assignment']})" if detail.get("assignment") else ""
    return f"submission{named} of {_participant(detail)}"


def _invited(detail: Detail) -> str:
    return f"invited somebody as {_role(detail)}"


def _revoked(detail: Detail) -> str:
    return f"took back an invitation as {_role(detail)}"


def _joined(detail: Detail) -> str:
    host = detail.get("invited_by")
    invited = f", invited by {host}" if host else ""
    return f"joined the team as {_role(detail)}{invited}"


def _changed_role(detail: Detail) -> str:
    before, after = detail.get("before"), detail.get("after")
    return f"made {_member(detail)} {after} instead of {before}" if after else ""


def _removed(detail: Detail) -> str:
    return f"removed {_member(detail)} from the team"


def _put_arms_together(changes: Mapping[str, Sequence[str]]) -> list[str]:
    """Fields in words; what was done alike to several arms is one thing."""
    arms: dict[tuple[str, str], list[str]] = {}
    for each, (before, after) in changes.items():
        words, of_arm = _name_field(each)
        change = _tell_change(before, after)
        arms.setdefault((words, change), []).extend(of_arm)
    return [
        f"{words}{_of_arms(names)}{change}" for (words, change), names in arms.items()
    ]


def _name_field(name: str) -> tuple[str, list[str]]:
    """A field, or part of one, in words, and the arm it belongs to if it does."""
    if name.startswith("arm "):
        arm, _, field = name.removeprefix("arm ").rpartition(": ")
        return label_of(field), [arm]
    field, colon, part = name.partition(": ")
    return f"{label_of(field)}{colon}{part}", []


def _of_arms(names: list[str]) -> str:
    if not names:
        return ""
    return f" of {'arm' if len(names) == 1 else 'arms'} {', '.join(names)}"


def _participant(detail: Detail) -> str:
    name = detail.get("participant")
    return f"participant {name}" if name else "a participant"


def _member(detail: Detail) -> str:
    return str(detail.get("member") or "somebody")


def _role(detail: Detail) -> str:
    return str(detail.get("role") or "a member")


def _reason(detail: Detail) -> str:
    reason = detail.get("reason")
    return f": {reason}" if reason else ""


def _total(places: Any) -> int:
    return sum(places.values()) if isinstance(places, dict) else 0


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


_WORDS: dict[str, Words] = {
    Action.CREATED: _created,
    Action.DESIGN_CHANGED: _changed_fields("changed the design"),
    Action.STATE_CHANGED: _changed_state,
    Action.PLACES_ADDED: _added_places,
    Action.AMENDED: _changed_fields("amended the words"),
    Action.SIMULATED: _simulated,
    Action.EXCLUDED: _about_participant("excluded"),
    Action.INCLUDED: _about_participant("included", " again"),
    Action.NOTED: _about_participant("wrote a note on"),
    Action.TIME_GRANTED: _granted,
    Action.SCREENED_OUT: _about_participant("screened", " out"),
    Action.ERASED: _about_participant("erased"),
    Action.RETAINED: _deleted_in_time,
    Action.IDENTITY_SEEN: _saw_identities,
    Action.OUTCOMES_SEEN: _about_participant("looked at outcomes and arm of"),
    Action.EXPORTED: _exported,
    Action.REGRADED: _regraded,
    Action.RESULTS_UNLOCKED: _unlocked,
    Action.BUDGET_SET: _set_budget,
    Action.HITS_CREATED: _created_hits,
    Action.HIT_EXTENDED: _extended_hit,
    Action.HIT_EXPIRED: _ended_hit,
    Action.PAID: _paid,
    Action.PAID_BY_HAND: _paid_by_hand,
    Action.PAYMENT_UNDONE: _undid_payment,
    Action.REJECTED: _rejected,
    Action.SUBMISSION_JOINED: _joined_submission,
    Action.INVITED: _invited,
    Action.INVITATION_REVOKED: _revoked,
    Action.JOINED_TEAM: _joined,
    Action.ROLE_CHANGED: _changed_role,
    Action.LEFT_TEAM: _removed,
}
