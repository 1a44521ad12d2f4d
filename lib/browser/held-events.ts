import { TAKE_EVENTS } from './page-events.ts'

const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=file])'

/**
 * Delivers what the visitor did before hydration, once and in order: presses of buttons and keys that do
 * nothing without scripts, and changed fields (server/script-loader.ts holds them). Called when the
 * page's own handlers listen.
 */
export function deliverHeldEvents(): void {
  dispatchEvent(new CustomEvent(TAKE_EVENTS, { detail: deliver }))
}

function deliver(events: readonly Event[]): void {
  const { activeElement } = document
  // Suggestions, for one, load with the focus.
  if (activeElement && activeElement !== document.body) {
    activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
  for (const event of events) {
    const { target, type } = event
    if (event instanceof KeyboardEvent) deliverKey(event)
    else if (event instanceof MouseEvent) target?.dispatchEvent(new MouseEvent(type, event))
    else if (isLast(event, events)) deliverChange(event)
  }
}

const isLast = (event: Event, events: readonly Event[]) =>
  event === events.findLast(({ target, type }) => target === event.target && type === event.type)

function deliverKey(event: KeyboardEvent): void {
  const target = event.target instanceof HTMLSelectElement ? event.target : document.activeElement
  const isUnused = target?.dispatchEvent(new KeyboardEvent(event.type, event))
  // It follows a key that has moved the focus into a field.
  if (isUnused && event.key.length === 1 && target?.matches(TEXT_FIELD)) {
    document.execCommand('insertText', false, event.key)
  }
}

/**
 * React compares a field with the value that it has seen last, and ignores the event if they are equal.
 * It sees what is assigned to the element, but not what the setter of the prototype assigns.
 */
function deliverChange(event: Event): void {
  const { target, type } = event
  if (target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type)) {
    if (type !== 'change') return
    target.checked = !target.checked
    target.click()
    return
  }
  const isComposing = event instanceof InputEvent && event.isComposing
  if (target instanceof HTMLInputElement && type === 'input' && !isComposing) {
    const { value, selectionStart, selectionEnd } = target
    target.value = ''
    Reflect.set(HTMLInputElement.prototype, 'value', value, target)
    if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd)
  }
  target?.dispatchEvent(new Event(type, { bubbles: true }))
}
