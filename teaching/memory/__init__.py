"""Models of a learner's memory, one file each."""
