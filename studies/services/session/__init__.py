"""One participant's session: answered, served, advanced, swept and left."""
