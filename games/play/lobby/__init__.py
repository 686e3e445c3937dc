"""Tables before their game begins: opening, joining, inviting, starting."""
