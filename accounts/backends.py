"""Who is signed in? Asked by every request, so the statement is made once and not each time."""

from functools import cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.db import connection

from accounts.models import User


class PersonBackend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        statement, compiler, converters = prepared(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement, [user_id])
            rows = cursor.fetchall()
        if not rows:
            return None
        (values,) = compiler.apply_converters(rows, converters)
        user = User.from_db(connection.alias, FIELDS, values)
        return user if self.user_can_authenticate(user) else None


FIELDS = [field.attname for field in User._meta.concrete_fields]


@cache
def prepared(vendor: str) -> tuple[str, Any, Any]:
    """The statement for one person, and what makes Python's values of its answer, for each database."""
    compiler = User.objects.filter(pk=0).query.get_compiler(connection=connection)
    statement, _values = compiler.as_sql()
    return statement, compiler, compiler.get_converters([column for column, _sql, _alias in compiler.select])
