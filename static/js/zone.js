// Tells the sign-up form the time zone of this browser. Without it the zone is UTC until the profile says more.
'use strict'
document.addEventListener('DOMContentLoaded', () => {
  const field = document.querySelector('input[name=time_zone]')
  if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || ''
})
