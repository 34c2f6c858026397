"""Pages and other addresses for browsers; thin."""
