"""The two ways in which Mechanical Turk pays, and how each is asked about."""

from dataclasses import dataclass

from studies.models import PaymentRecord
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.requester import Requester

# So much of a token tells one payment from all others.
_REFERENCE = 12


@dataclass(frozen=True)
class Approval:
    """The reward: approving a submission pays it."""

    requester: Requester
    overrides_rejection: bool = False

    def was_paid(self, payment: PaymentRecord) -> bool:
        told = self.requester.ask("get_assignment", AssignmentId=payment.assignment)
        return bool(told["Assignment"]["AssignmentStatus"] == "Approved")

    def pay(self, payment: PaymentRecord) -> None:
        self.requester.act(
            "approve_assignment",
            AssignmentId=payment.assignment,
            OverrideRejection=self.overrides_rejection,
        )


@dataclass(frozen=True)
class Bonus:
    """Anything beside the reward. Its reason ends with a reference, by which a bonus of
    ours is known from one that somebody paid on the service's own site."""

    requester: Requester
    worker: str
    reason: str

    def was_paid(self, payment: PaymentRecord) -> bool:
        paid = self.requester.list(
            "list_bonus_payments", "BonusPayments", AssignmentId=payment.assignment
        )
        mark = _reference(payment)
        return any(bonus.get("Reason", "").endswith(mark) for bonus in paid)

    def pay(self, payment: PaymentRecord) -> None:
        self.requester.act(
            "send_bonus",
            WorkerId=self.worker,
            BonusAmount=say_amount(payment.amount),
            AssignmentId=payment.assignment,
            Reason=f"{self.reason} {_reference(payment)}",
            UniqueRequestToken=payment.token,
        )


def _reference(payment: PaymentRecord) -> str:
    return f"(reference {payment.token[:_REFERENCE]})"
