"""Load the signed-in user. Every request does this, so the SQL statement is compiled only once."""

from functools import cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.db import connection

from accounts.models import User


class UserBackend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        statement, compiler, converters = prepare_user_query(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement, [user_id])
            rows = cursor.fetchall()
        if not rows:
            return None
        (values,) = compiler.apply_converters(rows, converters)
        user = User.from_db(connection.alias, USER_FIELDS, values)
        return user if self.user_can_authenticate(user) else None


USER_FIELDS = [field.attname for field in User._meta.concrete_fields]


@cache
def prepare_user_query(vendor: str) -> tuple[str, Any, Any]:
    """Compile the statement that loads one user, with its converters, once for each database."""
    compiler = User.objects.filter(pk=0).query.get_compiler(connection=connection)
    statement, _values = compiler.as_sql()
    return statement, compiler, compiler.get_converters([column for column, _sql, _alias in compiler.select])
