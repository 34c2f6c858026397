"""How the site is set up and served."""

import os

# Matrices are small, and each process answers many people at once: threads of linear
# algebra would only wait for each other. Before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
