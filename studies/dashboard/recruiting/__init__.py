"""Recruiting: who is asked, and what does it cost?"""
