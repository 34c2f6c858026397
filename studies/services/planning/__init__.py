"""How many people a design needs: imagined studies, and what they find."""
