"""Is a typed text the answer? Pure, and below everything that is stored."""
