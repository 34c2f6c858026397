"""Studies before they run: checks, opening and closing, demos."""
