'use client'

import { useLocale } from 'next-intl'
import { useEffect, useRef } from 'react'
import {
  useErrorMessages,
  useErrorText,
} from '#components/creator/form/use-error-messages-client.ts'
import type { CreatorForm } from '#components/creator/form/form-types.ts'
import { isFieldErrorCode, messageOfError } from '#lib/creator/field-error.ts'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import { toComparable } from '#lib/creator/merge.ts'
import type { PlainError } from '#lib/creator/plain-form.ts'
import type { CreatorValues } from '#lib/creator/values.ts'
import { formatList } from '#lib/i18n/format.ts'
import { announce } from '#lib/browser/announcement-store.ts'

/** `posted`: errors of the posted form, which had the values of the start. */
type State = { values: CreatorValues; start: CreatorValues; posted: PlainError[] | null }

/** Returns the message of a field's error, each of several in a line of its own; `undefined` if it has none. One that appears is announced. */
export function useFieldErrors(form: CreatorForm, { values, start, posted }: State) {
  const { errors } = form.formState
  const describe = useErrorMessages()
  const describePosted = useErrorText()
  const versions = formatList(values.facts?.versions ?? [], useLocale())
  const errorOf = (name: FieldName): string | undefined => {
    const code = errors[name]?.message
    if (isFieldErrorCode(code)) return describe(messageOfError(code), { versions })
    const own = (posted ?? []).filter(({ field }) => field === name)
    const isUnchanged = toComparable(values, name) === toComparable(start, name)
    return own.length > 0 && isUnchanged ? own.map(describePosted).join('\n') : undefined
  }
  useAnnouncedErrors(
    form,
    FIELD_NAMES.flatMap((name) => errorOf(name) ?? []),
  )
  return errorOf
}

/**
 * Announces the error of a field that appears on leaving it or while typing. Errors of a submit are
 * announced by the error summary and by the focus.
 */
function useAnnouncedErrors({ formState }: CreatorForm, errors: string[]): void {
  const { isSubmitting, submitCount } = formState
  const before = useRef({ errors, submitCount })
  useEffect(() => {
    const last = before.current
    before.current = { errors, submitCount }
    // The server's answer to a submit comes later than its count.
    if (isSubmitting || submitCount !== last.submitCount) return
    const [first, ...others] = errors.filter((text) => !last.errors.includes(text))
    if (first !== undefined && others.length === 0) announce(first)
  })
}
