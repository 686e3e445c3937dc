// Passkeys are the one thing here that needs a script. Without one, or without a browser that knows them,
// their part of the page stays hidden.
'use strict'
document.addEventListener('DOMContentLoaded', () => {
  if (!window.PublicKeyCredential) return
  for (const part of document.querySelectorAll('#passkey-login, #passkey-add')) part.hidden = false
  for (const part of document.querySelectorAll('#passkey-without')) part.hidden = true
})
document.addEventListener('allauth.error', (event) => {
  event.preventDefault()
  document.getElementById('passkey-trouble').hidden = false
})
