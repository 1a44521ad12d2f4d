import { errorOf } from '#lib/refusal.ts'

/** Messages of what was done to a version: keys of `creator.versions`. */
export const VERSION_DONE = {
  withdrawn: 'doneWithdrawn',
  offered: 'doneOffered',
  promoted: 'donePromoted',
  published: 'donePublished',
  cancelled: 'doneCancelled',
  discarded: 'doneDiscarded',
  noted: 'doneNoted',
} as const
export type VersionChange = keyof typeof VERSION_DONE
/** Changes that a button makes at once, or after a question. */
export type ButtonChange = Exclude<VersionChange, 'noted'>
export const isVersionChange = (name: unknown): name is VersionChange =>
  typeof name === 'string' && Object.hasOwn(VERSION_DONE, name)

/** Errors of the forms of one's own projects; each has a message. */
const PROJECT_ERRORS = [
  'gone',
  'last_version',
  'not_discardable',
  'hidden',
  'held',
  'too_long',
  'rate',
  'disk_full',
  'unavailable',
  'refused',
] as const
type ProjectError = (typeof PROJECT_ERRORS)[number]
/** What was deleted. */
const DELETED = ['deleted', 'draft_deleted', 'upload_discarded'] as const
export type ProjectOutcome = (typeof DELETED)[number] | VersionChange | ProjectError

/** What the buttons of a version change, by their outcome; `discarded` is a call of its own. */
export const VERSION_CHANGES = {
  withdrawn: { yanked: true },
  offered: { yanked: false },
  promoted: { channel: 'stable' },
  published: { publish_at: null },
  cancelled: { yanked: true },
} as const satisfies { [O in VersionChange]?: object }

export const isProjectError = (outcome: ProjectOutcome): outcome is ProjectError =>
  PROJECT_ERRORS.some((error) => error === outcome)

/** Parses the query parameter `result`; `null` for anything else. */
export function parseProjectOutcome(text: string | string[] | undefined): ProjectOutcome | null {
  if (isVersionChange(text)) return text
  return [...DELETED, ...PROJECT_ERRORS].find((outcome) => outcome === text) ?? null
}

/** Reasons with a message of their own. */
const OWN_REASONS = ['last_version', 'not_discardable', 'hidden', 'held'] as const

/** Outcome of a refused call, by its code and reason. */
export function refusedOutcome(code: number, reason: string | undefined): ProjectOutcome {
  const error = errorOf(OWN_REASONS, { code, reason })
  if (error === 'refused' && code === 404) return 'gone'
  return error === 'too_many' ? 'rate' : error
}

/**
 * Texts of the questions before a version is taken away: keys of `creator.versions`. `help` is that of the reason, if
 * they ask for one; `query` that of the page that asks without scripts.
 */
export const VERSION_QUESTIONS = {
  withdrawn: {
    button: 'withdraw',
    name: 'withdrawLabel',
    title: 'sure',
    text: 'warning',
    help: 'reasonHelp',
    query: {},
  },
  discarded: {
    button: 'discard',
    name: 'discardLabel',
    title: 'discardSure',
    text: 'discardWarning',
    help: 'discardReasonHelp',
    query: { change: 'discarded' },
  },
  cancelled: {
    button: 'cancel',
    name: 'cancelLabel',
    title: 'cancelSure',
    text: 'cancelWarning',
    help: null,
    query: {},
  },
} as const
export type VersionQuestion = keyof typeof VERSION_QUESTIONS
export const isVersionQuestion = (name: string): name is VersionQuestion =>
  Object.hasOwn(VERSION_QUESTIONS, name)
