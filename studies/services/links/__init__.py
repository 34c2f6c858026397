"""Studies and those who send them people: their terms, their links, the way back."""
