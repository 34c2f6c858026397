"""The parts of the report, in a file each."""
