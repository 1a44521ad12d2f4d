import type { FormRefusal } from '#lib/refusal.ts'

/** Fields of the form, in their order. */
export const REPORT_FORM_FIELDS = ['work', 'rights_holder', 'text', 'email', 'statement'] as const
export type ReportField = (typeof REPORT_FORM_FIELDS)[number]

/** State of the form after a submit: what was typed, and why it was not sent. */
export type ReportFormState = {
  values: Partial<Record<ReportField, string>>
  invalid: ReportField[]
  error: FormRefusal | 'not_found' | null
}

export const EMPTY_REPORT: ReportFormState = { values: {}, invalid: [], error: null }
