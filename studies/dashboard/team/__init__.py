"""Team and log: who may do what, and who did what."""
