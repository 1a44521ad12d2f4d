import type { FieldName } from '#lib/creator/fields.ts'

/** Id of the form. */
export const FORM_ID = 'project-form'
/** Id of the element around the controls of a field. */
export const fieldId = (name: FieldName) => `field-${name}`

const INVALID = '[aria-invalid=true]'
const CONTROL = 'input, textarea, select'

/** Focuses the first invalid control of a field; without one its first control. */
export function focusField(name: FieldName): void {
  const field = document.getElementById(fieldId(name))
  const control =
    field?.querySelector<HTMLElement>(INVALID) ?? field?.querySelector<HTMLElement>(CONTROL)
  control?.focus()
}

/** Focuses the first invalid control in page order. */
export function focusFirstInvalid(): void {
  document.querySelector<HTMLElement>(`#${FORM_ID} ${INVALID}`)?.focus()
}

/** Focuses the button that sends the form, after a button beside it has disappeared. */
export function focusSubmit(): void {
  document.querySelector<HTMLElement>(`#${FORM_ID} button[type=submit]`)?.focus()
}

/** Focuses the first field of the form. */
export function focusFirstField(): void {
  document.querySelector<HTMLElement>(`#${FORM_ID} :is(${CONTROL})`)?.focus()
}

/** Control that opens the file chooser of a field. */
export const fileInputOf = (name: FieldName): HTMLElement | null =>
  document.querySelector(`#${fieldId(name)} input[type=file]`)
