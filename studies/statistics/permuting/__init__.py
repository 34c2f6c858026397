"""The permutation test: places, shuffles of their labels, and what follows."""
