"""Work in the background: asked for, done by a worker, told how far it is."""
