import { flushSync } from 'react-dom'
import { TAKE_EVENTS } from './page-events.ts'

const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=file])'

/**
 * Delivers what the visitor did before hydration, once and in order: presses of buttons and keys that do
 * nothing without scripts, and changed fields (server/next/script-loader.ts holds them). Called when the
 * page's own handlers listen.
 */
export function deliverQueuedEvents(): void {
  dispatchEvent(new CustomEvent(TAKE_EVENTS, { detail: deliver }))
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function deliver(events: readonly Event[]): void {
  const { activeElement } = document
  // When React renders a field that it controls, it resets values that it did not set.
  const values = new Map<Field, string>()
  for (const { target } of events) if (isField(target)) values.set(target, target.value)
  // Suggestions, for one, load with the focus.
  if (activeElement && activeElement !== document.body) {
    activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
  for (const event of events) {
    // Handlers see the state that the event before has left.
    flushSync(() => {
      const { target, type } = event
      if (event instanceof KeyboardEvent) deliverKey(event)
      else if (event instanceof MouseEvent) target?.dispatchEvent(new MouseEvent(type, event))
      else if (isField(target) && isLast(event, events)) {
        deliverChange(event, target, values.get(target) ?? target.value)
      }
    })
  }
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

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
function deliverChange(event: Event, target: Field, value: string): void {
  const { type } = event
  if (target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type)) {
    if (type !== 'change') return
    target.checked = !target.checked
    target.click()
    return
  }
  const isFile = target instanceof HTMLInputElement && target.type === 'file'
  // Of a file that its field has taken already there is nothing left; one that it has not taken yet must not be lost.
  if (isFile && !target.files?.length) return
  if (isFile || (event instanceof InputEvent && event.isComposing)) {
    target.dispatchEvent(new Event(type, { bubbles: true }))
    return
  }
  if (target instanceof HTMLSelectElement) target.value = value
  else {
    const { selectionStart, selectionEnd } = target
    const isInput = target instanceof HTMLInputElement
    if (type === 'input') target.value = ''
    const { prototype } = isInput ? HTMLInputElement : HTMLTextAreaElement
    Reflect.set(prototype, 'value', value, target)
    if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd)
  }
  target.dispatchEvent(new Event(type, { bubbles: true }))
}
