"""A study as a file that anybody can check: tables, codebook, design, deck, scripts."""
