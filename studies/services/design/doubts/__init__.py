"""What may be wrong with a design although nothing forbids it."""
