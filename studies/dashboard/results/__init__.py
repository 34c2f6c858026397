"""What came out: the Results page, its figures and their downloads."""
