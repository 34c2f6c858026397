import doctest
import importlib
import pkgutil
from inspect import isfunction

import pytest

import teaching

MODULES = [
    module.name
    for module in pkgutil.walk_packages(teaching.__path__, "teaching.")
    if not module.name.endswith("__main__")
]


def test_no_public_name_hides_a_module_of_the_package():
    modules = {module.name for module in pkgutil.iter_modules(teaching.__path__)}

    assert modules & set(teaching.__all__) == set()


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_function_has_an_example():
    public = {name: getattr(teaching, name) for name in teaching.__all__}

    assert [
        name
        for name, value in public.items()
        if isfunction(value) and ">>> " not in (value.__doc__ or "")
    ] == []
