import factory

from accounts.models import User


class UserFactory(factory.django.DjangoModelFactory):
    """A person, made the way the house makes them: checked, and without a password."""

    class Meta:
        model = User

    handle = factory.Sequence(lambda n: f"Ann{n}")
    email = factory.LazyAttribute(lambda user: f"{user.handle}@example.org")

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return model_class.objects.create_user(*args, **kwargs)
