"""Everything below accounts/. Of allauth's pages only those we use: what has no route cannot be misused.

The names are allauth's where it asks for them by name. There is one page to sign in, so two names lead there.
"""

from allauth.account import views as account
from allauth.mfa.webauthn import views as webauthn
from django.urls import path

from accounts import switches, views
from accounts.fresh import fresh_required

urlpatterns = [
    path("", views.profile, name="profile"),
    path("export/", views.export, name="export"),
    path("close/", views.close, name="close_account"),
    path("language/", switches.language, name="language"),
    path("theme/", switches.theme, name="theme"),
    path("still-you/", views.still_you, name="account_reauthenticate"),
    # coming and going
    path("login/", account.request_login_code, name="account_login"),
    path("login/", account.request_login_code, name="account_request_login_code"),
    path("login/code/", views.CodeView.as_view(), name="account_confirm_login_code"),
    path("signup/", account.signup, name="account_signup"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", views.inactive, name="account_inactive"),
    # one address, proven before it replaces the old one
    path("address/", fresh_required(account.email), name="account_email"),
    path("address/code/", account.email_verification_sent, name="account_email_verification_sent"),
    path("address/again/", views.reachable_again, name="reachable_again"),
    # passkeys
    path("passkeys/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/", webauthn.list_webauthn, name="mfa_index"),
    path("passkeys/login/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("passkeys/add/", fresh_required(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/name/", fresh_required(webauthn.edit_webauthn), name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", fresh_required(webauthn.remove_webauthn), name="mfa_remove_webauthn"),
]
