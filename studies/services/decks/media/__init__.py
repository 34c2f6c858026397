"""Pictures and sounds of decks: read, disguised, stored and sent."""
