import { z } from 'zod'
import { idSchema, projectFileSchema, projectParamsSchema, projectSchema } from './project.ts'
import { answeredText, textSchema, upTo } from './text.ts'

/** Longest answer to the operator, in characters, and how many are kept of a project. */
export const ANSWER_MAX = 2000
export const ANSWERS_MAX = 20

/** `hidden` by the operator, or `held` since its publication until the operator releases or refuses it. */
export const HIDDEN_STATES = ['hidden', 'held'] as const

export const hiddenFileParamsSchema = projectParamsSchema.extend({ file: idSchema })

/** What the author has written to the operator. */
export const hiddenAnswerSchema = z.object({ at: z.iso.datetime(), text: answeredText })

/** A file of a hidden project: of any version, or a picture. Its author alone can download it. */
export const hiddenFileSchema = projectFileSchema.pick({
  file_id: true,
  name: true,
  size: true,
  sha256: true,
  url: true,
})

/** `GET /account/hidden/{kind}/{id}`. The addresses in `project` answer 404 while it is hidden; those in `files` do not. */
export const hiddenProjectSchema = z.object({
  state: z.enum(HIDDEN_STATES),
  /** Empty of one that is held. */
  reason: answeredText,
  hidden_at: z.iso.datetime(),
  project: projectSchema,
  files: z.array(hiddenFileSchema),
  /** Oldest first. */
  answers: z.array(hiddenAnswerSchema),
})
export type HiddenProjectPage = z.infer<typeof hiddenProjectSchema>

/** `POST /account/hidden/{kind}/{id}/answers` */
export const answerOperatorRequestSchema = z.object({
  text: upTo(textSchema.trim().min(1), ANSWER_MAX),
})
