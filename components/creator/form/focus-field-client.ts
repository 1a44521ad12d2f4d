import type { FieldName } from '#lib/creator/fields.ts'

/** Id of the form, and of the button that sends it. */
export const FORM_ID = 'project-form'
export const SUBMIT_ID = 'submit'
/** Id of the element around the controls of a field, and of its first input. */
export const fieldId = (name: FieldName) => `field-${name}`
export const inputId = (name: FieldName) => `input-${name}`

const INVALID = '[aria-invalid=true]'
const CONTROL = 'input:not([type=hidden]), textarea, select'

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
  document.getElementById(SUBMIT_ID)?.focus()
}

/** Control that opens the file chooser of a field. */
export const fileInputOf = (name: FieldName): HTMLElement | null =>
  document.querySelector(`#${fieldId(name)} input[type=file]`)
