"""What came out: the report of a study, as tables, figures and sentences."""
