"""How studies are going. Nothing here tells an outcome by arm."""
