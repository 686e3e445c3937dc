import pytest

from tests.accounts.factories import UserFactory


@pytest.fixture
def ann():
    return UserFactory(handle="Ann")
