'use client'

import { useEffect, useState } from 'react'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import { focusFirstInvalid } from './focus-field-client.ts'
import type { CreatorForm } from './form-types.ts'

type Report = { attempt: number; names: FieldName[] }

/** Fields that a submit left invalid. Reporting them focuses the first one in page order. */
export function useInvalidFields(form: CreatorForm) {
  const [{ attempt, names }, setReport] = useState<Report>({ attempt: 0, names: [] })
  const { errors } = form.formState
  // After the errors are rendered.
  useEffect(() => {
    if (attempt > 0) focusFirstInvalid()
  }, [attempt])
  return {
    /** Number of reports; each is announced. */
    attempt,
    /** Fields of the last report that are still invalid. */
    names: names.filter((name) => errors[name] !== undefined),
    /** Errors of later changes are not part of the report. */
    report() {
      const invalid = FIELD_NAMES.filter((name) => form.getFieldState(name).invalid)
      setReport((before) => ({ attempt: before.attempt + 1, names: invalid }))
    },
  }
}
export type InvalidFields = ReturnType<typeof useInvalidFields>
