"""Items: how each card did, and second verdicts on the answers."""
