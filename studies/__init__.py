"""The web app: studies, sessions and the answers given in them."""
