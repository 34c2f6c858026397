"""Every write of more than a row, in rooms; the ground floor is for all of them."""
