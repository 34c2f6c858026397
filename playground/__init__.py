"""Stand-ins for recruiters, on one's own machine: nothing of the app imports them."""
