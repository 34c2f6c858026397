"""A researcher tries a study: as a participant sees it, and as its teacher does."""
