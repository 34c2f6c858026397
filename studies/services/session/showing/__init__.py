"""What a participant may know of a session, and what its pages need beside it."""
