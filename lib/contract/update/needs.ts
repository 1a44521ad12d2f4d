import { z } from 'zod'
import { MANIFEST_NAME_MAX } from '#lib/contract/file/plugin-manifest.ts'
import { REQUIRED_ID_MAX } from '#lib/contract/file/container.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { popularSchema } from '#lib/contract/list.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { answeredText } from '#lib/contract/text.ts'

/** Projects that need one and are named, the most popular ones. */
export const USED_BY_MAX = 12
/** What is followed: what a project needs, and what that needs. */
export const NEEDS_DEPTH = 2
/** Needs that are named. With `USED_BY_MAX` at most `LIST_LIMIT_MAX`. */
export const NEEDS_MAX = 80

/**
 * `too_old`: this site has it, but never had the version that is needed; `withdrawn`: that version, or all that is offered of it, was taken
 * back; `missing`: it is not here, or hidden.
 */
export const NEED_STATES = ['available', 'too_old', 'withdrawn', 'missing'] as const
export type NeedState = (typeof NEED_STATES)[number]

/** What is installed of a project, as in `GET /{kind}/{id}`. */
export const offerSchema = projectSchema.pick({
  version: true,
  file: true,
  packages: true,
  packages_removed: true,
  package_systems: true,
  repository_url: true,
  release: true,
})

/**
 * `GET /{kind}/{id}/needs`: what the current version of a project needs, each project once with the highest version that is asked for, and
 * which projects need it.
 */
export const needsSchema = popularSchema.extend({
  needs: z
    .array(
      z.object({
        kind: kindSchema,
        /** As it is named: the id of a project, or of a plugin in its manifest. */
        named: answeredText.max(REQUIRED_ID_MAX),
        /** The same of a plugin; empty for other kinds. */
        plugin: answeredText.max(REQUIRED_ID_MAX),
        /** Empty for any. */
        minimum_version: answeredText.max(MANIFEST_NAME_MAX),
        state: z.enum(NEED_STATES),
        /** Id of the project, one of `items`; null for `missing`. */
        id: z.string().nullable(),
        /** 1 for what the project needs, 2 for what that needs. */
        depth: z.number().int().min(1).max(NEEDS_DEPTH),
        /** Id of the project that needs it, one of `items`; null for what the project itself needs. */
        needed_by: z.string().nullable(),
        /** Null for what is not `available`. */
        offer: offerSchema.nullable(),
      }),
    )
    .max(NEEDS_MAX),
  /** Whether more are needed than are named. */
  needs_cut: z.boolean(),
  /** Ids of projects, of `items`. */
  used_by: z.array(z.string()).max(USED_BY_MAX),
  used_by_total: z.number().int(),
})
export type Needs = z.infer<typeof needsSchema>
export type Need = Needs['needs'][number]
