"""What a study promised to delete, told before and carried out in time."""
