"""The Power page: how many people?"""
