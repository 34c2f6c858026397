"""People take part while processes are killed; what they were told is then looked for.

`python -m tests.faults.harness --help` tells what can be killed, and for how long.
"""
