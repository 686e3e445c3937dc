"""Login: by a mailed code or by a passkey. There are no passwords to lose."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.UserBackend"]
SESSION_ENGINE = "accounts.sessions"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/games/"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60  # games are long; sensitive actions ask for a new code anyway

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUpForm",
    "request_login_code": "accounts.forms.SignInForm",
    "confirm_login_code": "accounts.forms.CodeForm",
    "add_email": "accounts.forms.AddressForm",
    "confirm_email_verification_code": "accounts.forms.AddressCodeForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "handle"
ACCOUNT_USERNAME_VALIDATORS = "accounts.handles.validators"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # some mail servers delay the first email of a new sender
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/accounts/"
ACCOUNT_CHANGE_EMAIL = True  # one address a person: the new one replaces the old
ACCOUNT_EMAIL_NOTIFICATIONS = True  # about a changed address, to the old one, and about passkeys
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip",
    "request_login_code": "20/m/ip",  # beside the limits of each address, in accounts/codes/login_codes.py
    "manage_email": "5/m/user,15/h/user",
    "confirm_email": "1/10s/key,10/h/key",
}

MFA_ADAPTER = "accounts.adapter.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "login_webauthn": "accounts.forms.PasskeyForm",
}
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_REAUTHENTICATION_REQUIRED = False  # our own decorator demands more: a login of the last minutes
