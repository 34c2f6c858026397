"""Answers that are nonsense, so that finding one in a page is never an accident."""

CANARIES = ["Qvexilumpf", "Zwarbotrix", "Jyndelkoph", "Muxtarwibel"]
