"""The Design page: what exactly will happen?"""
