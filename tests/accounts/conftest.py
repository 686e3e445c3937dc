import pytest

from accounts.models import User
from tests.helpers.factories import UserFactory


@pytest.fixture
def ann() -> User:
    return UserFactory(handle="Ann", email="ann@example.org")


@pytest.fixture
def guest() -> User:
    return User.objects.get_or_create_guest("guest@example.org", "Gustav")
