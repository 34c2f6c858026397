"""Studies, participants, progress and notes as JSON, for researchers' programs."""
