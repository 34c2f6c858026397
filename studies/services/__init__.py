"""The rules of the domain: every question a view asks is answered here."""
