"""Benchmarks, printed as ratios measured in one run."""
