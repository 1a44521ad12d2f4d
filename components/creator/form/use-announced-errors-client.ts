'use client'

import { useEffect, useRef } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import type { CreatorForm } from './form-types.ts'

type ErrorOf = (name: FieldName) => string | undefined

/**
 * Announces the error of a field that appears on leaving it or while typing. Errors of a submit are
 * announced by the error summary and by the focus. @returns `errorOf`.
 */
export function useAnnouncedErrors({ formState }: CreatorForm, errorOf: ErrorOf): ErrorOf {
  const { isSubmitting, submitCount } = formState
  const errors = FIELD_NAMES.flatMap((name) => errorOf(name) ?? [])
  const before = useRef({ errors, submitCount })
  useEffect(() => {
    const last = before.current
    before.current = { errors, submitCount }
    // The server's answer to a submit comes later than its count.
    if (isSubmitting || submitCount !== last.submitCount) return
    const [first, ...others] = errors.filter((text) => !last.errors.includes(text))
    if (first !== undefined && others.length === 0) announce(first)
  })
  return errorOf
}
