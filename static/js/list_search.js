// Adds a search field above long lists, such as that of time zones. Without a script the whole list is there.
'use strict'
{
  const LONG = 60
  const { label } = document.currentScript.dataset
  const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/−/g, '-').toLowerCase()

  const build = (select) => {
    const field = document.createElement('input')
    Object.assign(field, { type: 'search', className: 'list-search', placeholder: label, autocomplete: 'off' })
    field.setAttribute('aria-label', label)
    field.setAttribute('aria-controls', select.id)
    select.before(field)
    return field
  }

  // Leaves what matches in the list; the choice stays if it is among it, else the first match is chosen.
  const narrow = (select, whole, wanted) => {
    const chosen = select.value
    const list = whole.cloneNode(true)
    const misses = [...list.options].filter(option => !fold(`${option.text} ${option.value}`).includes(wanted))
    if (misses.length === list.options.length) return
    for (const option of misses) option.remove()
    for (const group of list.querySelectorAll('optgroup:empty')) group.remove()
    for (const group of list.querySelectorAll('optgroup')) if (!group.children.length) group.remove()
    select.replaceChildren(...list.childNodes)
    select.value = chosen
    if (select.selectedIndex < 0) select.selectedIndex = 0
  }

  document.addEventListener('DOMContentLoaded', () => {
    for (const select of document.querySelectorAll('select')) {
      if (select.options.length < LONG) continue
      const whole = select.cloneNode(true)
      const field = build(select)
      field.addEventListener('input', () => narrow(select, whole, fold(field.value.trim())))
      field.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault() })
    }
  })
}
