"""The researcher's pages; thin."""
