"""The decks that ship with the project, and the tools to look after them."""
