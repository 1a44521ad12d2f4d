import { z } from 'zod'
import { createRequestSchema } from '#lib/contract/publish.ts'
import { idSchema, projectSchema } from '#lib/contract/project.ts'
import { answeredText } from '#lib/contract/text.ts'
import { VISIBILITIES } from '#lib/contract/visibility.ts'
import { bulkFilterSchema } from './bulk.ts'
import { reasonSchema } from './role.ts'

/** Projects of a page of the list. */
export const MODERATED_PAGE = 50

/** `unlisted` is also an archived one; `held` waits for a moderator. */
export const PROJECT_STATES = ['public', 'unlisted', 'hidden', 'held'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

export const moderatedProjectsQuerySchema = bulkFilterSchema.extend({
  state: z.enum(['all', ...PROJECT_STATES]).default('all'),
  /** Id of a project: only those published before it. */
  after: idSchema.optional(),
})

/** A project as moderators see it, whatever its state. */
export const moderatedProjectSchema = projectSchema
  .pick({
    kind: true,
    id: true,
    title: true,
    language: true,
    tagline: true,
    category: true,
    tags: true,
    version: true,
    downloads: true,
    created_at: true,
    updated_at: true,
    revision: true,
  })
  .extend({
    /** User name. */
    author: answeredText,
    state: z.enum(PROJECT_STATES),
    visibility: z.enum(VISIBILITIES),
    reports: z.number().int(),
    /** Of the moderator who asks: another one decides. */
    is_own: z.boolean(),
  })
export type ModeratedProject = z.infer<typeof moderatedProjectSchema>

/** Newest first; `next` is `after` of the next page. */
export const moderatedProjectsSchema = z.object({
  items: z.array(moderatedProjectSchema).max(MODERATED_PAGE),
  next: z.string().nullable(),
})

/** `delete` needs a project that is hidden. */
export const PROJECT_DECISIONS = ['hide', 'restore', 'delete'] as const
export type ProjectDecision = (typeof PROJECT_DECISIONS)[number]

export const decideProjectRequestSchema = z.object({
  action: z.enum(PROJECT_DECISIONS),
  reason: reasonSchema,
})

/** What a moderator corrects of a public project; its author gets the reason. */
export const correctProjectRequestSchema = createRequestSchema.pick({ category: true }).extend({
  tags: createRequestSchema.shape.tags.unwrap(),
  visibility: z.enum(VISIBILITIES),
  reason: reasonSchema,
  /** That of the project when its fields were read. */
  revision: z.coerce.number().int(),
})
export type CorrectProject = z.output<typeof correctProjectRequestSchema>
