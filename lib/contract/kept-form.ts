import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { idSchema } from './project.ts'
import { answeredText, lineSchema, upTo } from './text.ts'

/** Drafts of one account at a time: another one is refused. */
export const DRAFTS_MAX = 20
/** Other kept forms of one account at a time: the oldest is replaced. */
export const KEPT_FORMS_MAX = 10
/** Days that a draft is kept after its last change, together with its files. */
export const DRAFT_DAYS = 30
/** Files that one draft keeps. */
export const DRAFT_FILES_MAX = 64
/** Longest title of a draft, in characters. */
export const DRAFT_TITLE_MAX = 120

/** The content of a form is the web app's own. Together with the envelope it fits into a JSON body of 64 KiB. */
const contentSchema = z.record(z.string().max(60), z.unknown())

const draftFields = {
  kind: kindSchema,
  /** As the list of drafts shows it: what is typed, or the name of the file. */
  title: upTo(lineSchema, DRAFT_TITLE_MAX).optional(),
  /** The edited project; a draft of a new one has none. */
  project_id: idSchema.nullish(),
  /** Uploads that are kept as long as the draft. */
  file_ids: z.array(idSchema).max(DRAFT_FILES_MAX).optional(),
}

/**
 * `POST /account/forms`: keeps a form. With a `kind` it is a draft: listed, and kept for `DRAFT_DAYS`. Without one it is
 * kept for a day, for a preview.
 */
export const keepFormRequestSchema = z.object({
  content: contentSchema,
  ...draftFields,
  kind: draftFields.kind.optional(),
  /**
   * The `Idempotency-Key` that the form is published with. A form with the key of a kept one replaces that one; publishing
   * with the key deletes it.
   */
  key: z
    .string()
    .regex(/^[\w.:-]{8,100}$/)
    .optional(),
  /** The account that the form was opened by: with the session of another one it is not kept. */
  uid: idSchema.optional(),
})
/** `PUT /account/forms/{id}`: changes a draft. */
export const changeFormRequestSchema = z.object({ content: contentSchema, ...draftFields })
/** `POST /account/forms/held`: a form that was posted after the session of its account had ended. */
export const holdFormRequestSchema = z.object({ uid: idSchema, content: contentSchema })

export const keptFormIdSchema = z.object({ id: idSchema })

/** A kept form, without its content. Backends whose forms cannot be changed leave out all but id and content. */
export const keepFormAnswerSchema = keptFormIdSchema.extend({
  /** For `If-Match`; incremented by each change. */
  revision: z.number().int().optional(),
  key: z.string().nullish(),
  updated_at: z.iso.datetime().optional(),
  expires_at: z.iso.datetime().optional(),
})
export type KeptForm = z.infer<typeof keepFormAnswerSchema>
/** `GET /account/forms/{id}` */
export const keptFormSchema = keepFormAnswerSchema.extend({
  id: idSchema.optional(),
  content: contentSchema,
})

/** `GET /account/forms`: the drafts of the account, the last changed first. */
export const keptFormsSchema = z.object({
  items: z.array(
    keepFormAnswerSchema.extend({
      kind: kindSchema,
      title: answeredText,
      project_id: idSchema.nullish(),
      updated_at: z.iso.datetime(),
    }),
  ),
})
export type DraftEntry = z.infer<typeof keptFormsSchema>['items'][number]
