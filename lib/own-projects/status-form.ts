import { z } from 'zod'
import type { ProjectStatus } from '#lib/contract/status.ts'
import { VISIBILITIES } from '#lib/contract/visibility.ts'
import { REFUSALS } from '#lib/refusal.ts'

/** State of the form after a submit. `successor` is an address or an id. */
export const statusStateSchema = z.object({
  visibility: z.enum(VISIBILITIES),
  isDeprecated: z.boolean(),
  reason: z.string(),
  successor: z.string(),
  /** Why it was not saved; the interface has a text for each. */
  error: z.enum(['reason', 'successor_unknown', ...REFUSALS]).nullable(),
  isSaved: z.boolean(),
})
export type StatusFormState = z.infer<typeof statusStateSchema>

/** The form of a project as it is. `successorUrl` is the address of the project that replaces it. */
export const toStatusForm = (
  { visibility, deprecation }: ProjectStatus,
  successorUrl: string,
): StatusFormState => ({
  visibility,
  isDeprecated: Boolean(deprecation),
  reason: deprecation?.reason ?? '',
  successor: successorUrl,
  error: null,
  isSaved: false,
})

/** What was typed; anything else becomes the default. */
export function readStatusForm(fields: URLSearchParams): StatusFormState {
  const textOf = (name: string) => (fields.get(name) ?? '').slice(0, 2000).toWellFormed()
  return {
    visibility: VISIBILITIES.find((one) => one === fields.get('visibility')) ?? 'listed',
    isDeprecated: fields.get('deprecated') !== null,
    reason: textOf('reason'),
    successor: textOf('successor').trim(),
    error: null,
    isSaved: false,
  }
}

/** The id at the end of a pasted address, or of a text that is an id. */
export const successorId = (text: string): string =>
  text
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) ?? ''
