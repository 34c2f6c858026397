"""How often our own tests err, measured where the truth is known."""
