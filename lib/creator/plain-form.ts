import { z } from 'zod'
import { detailsSchema } from '#lib/contract/envelope.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { idSchema } from '#lib/contract/project.ts'
import { checkedTitleSchema } from '#lib/contract/publish.ts'
import { UPLOAD_ERRORS } from './check-file.ts'
import { FIELD_ERROR_CODES, messageOfError } from './field-error.ts'
import { type FieldName, isFieldName } from './fields.ts'
import type { ErrorMessage } from './messages.ts'
import { isRefusalMessage, type RefusalMessage } from './refusal.ts'
import { REPOSITORY_ERRORS } from './repository-error.ts'
import { valuesSchema } from './values.ts'

/*
 * The form that publishes and edits, as it is posted without scripts: names of its inputs, and its state between a
 * rejected submission and the page that shows it again.
 */

/** Inputs of the form that are no field of the project. */
export const PLAIN_INPUTS = {
  /** Idempotency key. */
  key: 'key',
  /** Revision and fingerprints that an edit is based on. */
  revision: 'revision',
  base: 'base',
  /** What was read from a plugin's repository, as JSON. */
  facts: 'facts',
  /** The title whose namesakes the form has shown. */
  seenTitle: 'seen_title',
  intent: 'intent',
  /** Colours of pictures that are drawn from the file. */
  palette: 'palette',
} as const

/** Id of the outcome of the last submission, which receives the focus. */
export const ERRORS_ID = 'errors'

/** What a button does; without one the form is published. */
const INTENTS = [
  'check',
  'prove',
  'preview',
  'read',
  'remove',
  'earlier',
  'later',
  'draw',
  'take',
  'names',
] as const
export type Intent = (typeof INTENTS)[number]

/** Name and value of a button. @param of the place of a file, the number of a layout, field and number of a picture of the README, or an encoding. */
export const intentProps = (intent: Intent, of: string | number = '') => ({
  type: 'submit' as const,
  name: PLAIN_INPUTS.intent,
  value: `${intent}:${of}`,
})

/** Parses the value of a button; `null`: the form is to be published. */
export function parseIntent(value = ''): { intent: Intent; of: string } | null {
  const [name, of = ''] = value.split(':')
  const intent = INTENTS.find((known) => known === name)
  return intent ? { intent, of } : null
}

/** Results of a proof of ownership at GitHub, as the return address names them. */
export const PROOFS = ['proved', 'unproved', 'failed'] as const
export type RepositoryProof = (typeof PROOFS)[number]

/** Which of the two values of a conflict is kept: `theirs`, or `mine`. */
export const takeInput = (name: FieldName) => `take.${name}`

/** Fields that hold files, and how many. */
export const FILE_FIELDS = {
  file: 1,
  packages: PACKAGE_PLATFORMS.length,
  cover: 1,
  gallery: GALLERY_MAX,
} as const
export type FileField = keyof typeof FILE_FIELDS
export const isFileField = (name: string): name is FileField => Object.hasOwn(FILE_FIELDS, name)

/** Inputs of a file that was uploaded before: the file as JSON, and its alternative text. */
export const keptInputs = (field: FileField, at: number) => ({
  kept: `${field}.${at}.kept`,
  alt: `${field}.${at}.alt`,
})

const errorMessages: readonly string[] = [
  ...FIELD_ERROR_CODES.map(messageOfError),
  ...UPLOAD_ERRORS,
  ...REPOSITORY_ERRORS,
  'one_file',
  'too_many',
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

/** A title, and what has been published under it by others. */
const sameTitleSchema = checkedTitleSchema.extend({ title: z.string() })
export type SameTitle = z.infer<typeof sameTitleSchema>

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
  /** Fields that no file or repository filled in; without it all that differ from the project. */
  typed: fieldNamesSchema.optional().catch(undefined),
  sameTitle: sameTitleSchema.optional().catch(undefined),
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
