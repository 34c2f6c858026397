"""What comes with every export and runs without this program."""
