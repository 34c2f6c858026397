"""How likely a study is to find what it looks for: imagined people and studies."""
