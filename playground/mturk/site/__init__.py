"""The workers' site: tasks are looked at, accepted, given back and handed in."""
