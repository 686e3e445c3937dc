"""The account pages. Of allauth's views only those we use are routed: what has no route cannot be abused.

The names are allauth's where it reverses them. There is one login page, so two names lead to it.
"""

from allauth.account import views as account
from allauth.mfa.webauthn import views as webauthn
from django.urls import path

from accounts import views
from accounts.codes.reauthentication import recent_login_required
from accounts.preferences import display_preferences

urlpatterns = [
    path("", views.edit_profile, name="profile"),
    path("export/", views.download_export, name="export_data"),
    path("close/", views.confirm_close, name="close_account"),
    path("language/", display_preferences.change_language, name="change_language"),
    path("theme/", display_preferences.change_theme, name="change_theme"),
    path("reauthenticate/", views.reauthenticate, name="account_reauthenticate"),
    # login and logout
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("login/", views.LoginView.as_view(), name="account_request_login_code"),
    path("login/code/", views.LoginCodeView.as_view(), name="account_confirm_login_code"),
    path("signup/", account.signup, name="account_signup"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", views.show_inactive, name="account_inactive"),
    # one address, verified before it replaces the old one
    path("address/", recent_login_required(account.email), name="account_email"),
    path("address/code/", views.AddressCodeView.as_view(), name="account_email_verification_sent"),
    path("address/again/", views.confirm_reachable, name="confirm_reachable"),
    # passkeys
    path("passkeys/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/", webauthn.list_webauthn, name="mfa_index"),
    path("passkeys/login/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("passkeys/add/", recent_login_required(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/name/", recent_login_required(webauthn.edit_webauthn), name="mfa_edit_webauthn"),
    path(
        "passkeys/<int:pk>/remove/",
        recent_login_required(webauthn.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
]
