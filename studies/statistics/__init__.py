"""What came out, and how sure: pure functions on plain arrays.

No rows, no clock, no random state: what is random follows from a seed that is handed
in. ``docs/statistics.md`` says what each test is, why it was chosen, and how often it
alarms falsely.
"""
