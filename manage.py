#!/usr/bin/env python
"""Django's command line."""

import sys

from django.core.management import execute_from_command_line

from config.commands import outage_told_in_a_sentence
from config.variables import load_settings, told_in_a_sentence

if __name__ == "__main__":
    with told_in_a_sentence():
        load_settings()
    with outage_told_in_a_sentence(sys.argv):
        execute_from_command_line(sys.argv)
