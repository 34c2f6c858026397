"""Who may do what in a study, and what they did."""
