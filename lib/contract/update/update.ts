import { z } from 'zod'
import { operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import { idSchema, projectParamsSchema, projectSchema } from '#lib/contract/project.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { answeredText } from '#lib/contract/text.ts'
import { minimumVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'
import { CHANNELS } from '#lib/contract/visibility.ts'

/* What is newer than something that is installed. Public: the answer is the same for everybody. */

/** What one request asks about. */
export const UPDATES_MAX = 500
/** Longest time that a version can be waited for, in days. */
export const MIN_AGE_MAX = 90

const ofVersion = { version: versionSchema }
/** By the id of the project, by the id of the plugin in its manifest, or by the SHA-256 of the file, as it was uploaded or as it is installed. */
export const installedSchema = z.union([
  z.object({ id: idSchema, ...ofVersion }),
  z.object({ plugin: z.string().min(1).max(200), ...ofVersion }),
  z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
])
export type Installed = z.infer<typeof installedSchema>

const wanted = {
  /** `prerelease` offers pre-releases too. */
  channel: z.enum(CHANNELS).default('stable'),
  /** Where it is to run, and the version of the application there. */
  system: operatingSystemSchema.exclude(['all']).optional(),
  application: minimumVersionSchema.optional(),
}
const minAge = z.number().int().min(0).max(MIN_AGE_MAX)

/** `POST /updates`. */
export const updatesRequestSchema = z.object({
  items: z.array(installedSchema).min(1).max(UPDATES_MAX),
  ...wanted,
  /** Days that a version has been published at least, as a protection against releases by others than their author. */
  min_age: minAge.default(0),
})
export type UpdatesRequest = z.infer<typeof updatesRequestSchema>
export type WantedUpdate = Pick<UpdatesRequest, keyof typeof wanted | 'min_age'>

/** `GET /{kind}/{id}/update`: the same for one version of one project. */
export const updateQuerySchema = z.object({
  ...ofVersion,
  ...wanted,
  min_age: z.coerce.number().pipe(minAge).default(0),
})
export const updateParamsSchema = projectParamsSchema

/** What a version may do that the other one may not. */
export const rightsSchema = z.object({
  permissions: z.array(answeredText),
  network: z.boolean(),
  native: z.boolean(),
})
export type Rights = z.infer<typeof rightsSchema>

const version = versionsSchema.shape.items.element

/**
 * `update`: there is something newer that fits; `current`: there is not; `gone`: the project, or the version, is here no longer;
 * `unknown`: no published file has this hash.
 */
export const UPDATE_STATES = ['update', 'current', 'gone', 'unknown'] as const
/** Why the newest version is not offered. */
export const WITHHELD = ['application', 'system', 'channel', 'age'] as const

export const updateSchema = z.object({
  state: z.enum(UPDATE_STATES),
  project: projectSchema.pick({ id: true, kind: true, title: true, language: true }).nullable(),
  /** The installed version; of a file the highest version that has it. */
  version: versionSchema.nullable(),
  /** That the installed version was withdrawn, when and why. */
  yanked: z.object({ at: z.iso.datetime(), reason: answeredText }).nullable(),
  update: z
    .object({
      version: versionSchema,
      channel: z.enum(CHANNELS),
      created_at: z.iso.datetime(),
      notes: answeredText,
      minimum_version: minimumVersionSchema.nullable(),
      file: version.shape.file,
      packages: version.shape.packages,
      /** What it may do that the installed version may not; `null` where a manifest does not say. */
      added_rights: rightsSchema.nullable(),
    })
    .nullable(),
  /** The newest version, if it is higher than what is offered, and why it is not offered. */
  withheld: z.object({ version: versionSchema, reason: z.enum(WITHHELD) }).nullable(),
})
export type Update = z.infer<typeof updateSchema>

/** In the order of the request. */
export const updatesSchema = z.object({ items: z.array(updateSchema).max(UPDATES_MAX) })
