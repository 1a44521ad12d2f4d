import type { ProjectStatus } from '#lib/contract/status.ts'
import { VISIBILITIES, type Visibility } from '#lib/contract/visibility.ts'
import type { Refusal } from './refusal.ts'

/** State of the form after a submit. `successor` is an address or an id. */
export type StatusFormState = {
  visibility: Visibility
  isDeprecated: boolean
  reason: string
  successor: string
  /** Why it was not saved; the interface has a text for each. */
  error: 'reason' | 'successor_unknown' | Refusal | null
  isSaved: boolean
}

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
export function readStatusForm(data: FormData): StatusFormState {
  const textOf = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.slice(0, 2000).toWellFormed() : ''
  }
  return {
    visibility: VISIBILITIES.find((one) => one === data.get('visibility')) ?? 'listed',
    isDeprecated: data.get('deprecated') !== null,
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
