import { z } from 'zod'
import { dayCountsSchema } from './account.ts'
import { HIDDEN_STATES } from './hidden.ts'
import { kindSchema } from './kind-schema.ts'
import { ownPageSchema } from '#lib/contract/account/own-page.ts'
import { projectSchema } from './project.ts'
import { answeredText } from './text.ts'
import { deliverySchema } from './release.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/** Projects on a page of the overview. */
export const OWN_PROJECTS_LIMIT = 24
/** Versions of a project that are marked, newest first. */
export const MARKED_VERSIONS_MAX = 12

/** `trend`: what gained most in the later half of the counted days first. */
export const OWN_SORTS = ['trend', 'name'] as const
export type OwnSort = (typeof OWN_SORTS)[number]

/** `GET /account/projects`: all of the account's projects, or those of one kind. */
export const ownProjectsQuerySchema = z.object({
  kind: kindSchema.optional(),
  sort: z.enum(OWN_SORTS).default('trend'),
  page: ownPageSchema,
})

const ownProjectSchema = projectSchema
  .pick({
    id: true,
    kind: true,
    title: true,
    language: true,
    version: true,
    cover: true,
    license: true,
    visibility: true,
    owner_verified: true,
    repository_status: true,
    packages_removed: true,
  })
  .extend({
    is_deprecated: z.boolean(),
    /** Plugins only: packages of the release that are offered to no system, since it is not known which they are for. */
    undecided_packages: z.number().int().nonnegative().default(0),
    /** Why its author alone sees it; `null` of a public one. */
    hidden: z.enum(HIDDEN_STATES).nullable(),
    /** The moderators' reason for hiding it. Optional. */
    hidden_reason: answeredText.default(''),
    /** Days (UTC) with any counts, oldest first. */
    days: z.array(dayCountsSchema),
    /** Published in the counted days, newest first. */
    versions: z
      .array(z.object({ version: versionSchema, at: z.iso.datetime() }))
      .max(MARKED_VERSIONS_MAX),
    /** The next version that waits for its time. */
    scheduled: z.object({ version: versionSchema, publish_at: z.iso.datetime() }).nullable(),
    /** Whether a version waits for the operator. */
    has_held_version: z.boolean(),
    /** Plugins only: what became of the last release, tests left out. */
    last_release: deliverySchema.pick({ state: true, reason: true }).nullable(),
  })
export type OwnProject = z.infer<typeof ownProjectSchema>

export const ownProjectsSchema = z.object({
  items: z.array(ownProjectSchema).max(OWN_PROJECTS_LIMIT),
  /** How many the account has of each kind, whatever the query. */
  kinds: z.array(z.object({ kind: kindSchema, count: z.number().int().positive() })),
  /** The first of the counted days (`COUNTED_DAYS`), in UTC. */
  from: z.iso.date(),
  /** Number of the next page, if there is one. */
  next: z.number().int().positive().nullable(),
  /** Bytes that the files of the account take, and may take. Optional. */
  storage: z
    .object({ used: z.number().int().nonnegative(), quota: z.number().int().positive() })
    .optional(),
})
export type OwnProjects = z.infer<typeof ownProjectsSchema>
