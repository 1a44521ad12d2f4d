import { z } from 'zod'
import { detailsSchema } from '#lib/contract/envelope.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { idSchema } from '#lib/contract/project.ts'
import { UPLOAD_ERRORS } from './check-file.ts'
import { FIELD_ERROR_CODES, messageOfError } from './field-error.ts'
import { type FieldName, isFieldName } from './fields.ts'
import type { ErrorMessage } from './messages.ts'
import { isRefusalMessage, type RefusalMessage } from './refusal.ts'
import { REPOSITORY_ERRORS } from './repository-error.ts'
import { valuesSchema } from './values.ts'

/*
 * The form that publishes and edits without scripts: names of its inputs, and its state between a rejected
 * submission and the page that shows it again.
 */

/** Inputs of the plain form that are no field of the project. */
export const PLAIN_INPUTS = {
  /** Idempotency key. */
  key: 'key',
  /** Id of the edited project, and the revision and fingerprints that the edit is based on. */
  id: 'id',
  revision: 'revision',
  base: 'base',
  /** What was read from a plugin's repository, as JSON. */
  facts: 'facts',
  intent: 'intent',
  /** Whether pictures are drawn from the file, and how. */
  draw: 'draw',
  layout: 'layout',
  palette: 'palette',
  /** Names of fields that take the value saved in the meantime. */
  take: 'take',
} as const

/** Id of the outcome of the last submission, which receives the focus. */
export const ERRORS_ID = 'errors'

/** Values of `intent`; without one the form is published. */
export const PLAIN_INTENTS = ['check', 'prove', 'preview'] as const
export type PlainIntent = (typeof PLAIN_INTENTS)[number]

/** Inputs of one file. `slot` is the name of the file input: `file`, `cover`, `gallery.1` and so on. */
export const slotInputs = (slot: string) => ({
  /** The file that is used unless another one is chosen, as JSON. */
  kept: `${slot}.kept`,
  alt: `${slot}.alt`,
  place: `${slot}.place`,
  remove: `${slot}.remove`,
})

export const GALLERY_SLOTS = Array.from({ length: GALLERY_MAX }, (_, at) => `gallery.${at + 1}`)

/** Inputs for packages of a plugin; more are added by editing again. */
export const PACKAGE_SLOTS = Array.from({ length: 4 }, (_, at) => `packages.${at + 1}`)

/** The field of a file input. */
export function fieldOfSlot(slot: string): 'file' | 'packages' | 'cover' | 'gallery' | null {
  if (slot === 'file' || slot === 'cover') return slot
  if (PACKAGE_SLOTS.includes(slot)) return 'packages'
  return GALLERY_SLOTS.includes(slot) ? 'gallery' : null
}

const errorMessages: readonly string[] = [
  ...FIELD_ERROR_CODES.map(messageOfError),
  ...UPLOAD_ERRORS,
  ...REPOSITORY_ERRORS,
  'one_file',
  'incomplete',
  'signed_out',
] satisfies ErrorMessage[]
const isErrorMessage = (text: unknown): text is ErrorMessage =>
  typeof text === 'string' && errorMessages.includes(text)

/** What is wrong with a posted form. One of `error`, `refusal` and `text` is the message. */
const plainErrorSchema = z.object({
  /** `null`: the form as a whole. */
  field: z.custom<FieldName>(isFieldName).nullable(),
  error: z.custom<ErrorMessage>(isErrorMessage).optional(),
  refusal: z.custom<RefusalMessage>(isRefusalMessage).optional(),
  /** The backend's own words. */
  text: z.string().optional(),
  /** The repository has to be read first. */
  isUnread: z.boolean().optional(),
  details: detailsSchema.optional(),
  /** Name of the rejected file, and what exactly is wrong with it. */
  file: z.string().optional(),
  issue: fileIssueSchema.optional(),
})
export type PlainError = z.infer<typeof plainErrorSchema>

const fieldNamesSchema = z.array(z.custom<FieldName>(isFieldName))

/** Content of a kept form. */
export const plainStateSchema = z.object({
  kind: kindSchema,
  /** The edited project, with what the next submission is based on; `null` for a new one. */
  edited: z
    .object({
      id: idSchema,
      revision: z.number().optional(),
      base: z.record(z.string(), z.string()),
    })
    .nullable(),
  values: valuesSchema,
  errors: z.array(plainErrorSchema),
  /** Changes that were saved elsewhere: taken over, and to choose from. */
  conflict: z.object({ taken: fieldNamesSchema, fields: fieldNamesSchema }).nullable(),
  /** Whether values were read from the uploaded file, or the file has warnings: to review first. */
  isReview: z.boolean(),
})
export type PlainState = z.infer<typeof plainStateSchema>

/** An error as a query parameter, for backends that keep no forms: field and message. */
export const toErrorText = ({ field, error, refusal }: PlainError): string =>
  [field ?? '', error ?? refusal ?? 'refused'].join('.')

/** Parses `toErrorText`; empty for anything else. */
export function parseError(text: string): PlainError[] {
  const [name = '', message] = text.split('.')
  const field = isFieldName(name) ? name : null
  if (isErrorMessage(message)) return [{ field, error: message }]
  return isRefusalMessage(message) ? [{ field, refusal: message }] : []
}
