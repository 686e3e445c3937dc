import pytest

from tests.helpers.factories import UserFactory


@pytest.fixture
def ann():
    return UserFactory(handle="Ann")
