"""A study from its first try to its closing: try, simulate, launch, monitor."""
