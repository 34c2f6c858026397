"""Coming into a study."""
