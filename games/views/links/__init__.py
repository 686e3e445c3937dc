"""Pages behind the signed links of emails, which need no login."""
