import { z } from 'zod'
import { pagesSchema } from '#lib/contract/file/contents.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import { projectParamsSchema, sitePathSchema } from '#lib/contract/project.ts'
import { packIconSchema } from '#lib/contract/search.ts'
import { answeredText } from '#lib/contract/text.ts'
import { rightsSchema } from '#lib/contract/update/update.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/* What changed between two versions of a project. Public: both are. */

/** Changes of icons in one part of the answer, and parts of a comparison. */
export const PART_CHANGES = 200
export const PARTS_MAX = 100
/** Versions whose notes are between the two, and are named. */
export const BETWEEN_MAX = 50

/** `GET /{kind}/{id}/compare/{before}/{after}`. */
export const compareParamsSchema = projectParamsSchema.extend({
  before: versionSchema,
  after: versionSchema,
})
export const compareQuerySchema = z.object({
  part: z.coerce.number().int().min(1).max(PARTS_MAX).default(1),
})

const CHANGES = ['added', 'removed', 'changed'] as const
const changeSchema = z.enum(CHANGES)
/** What happened to a key: `moved` to another place, `action` for another one, `look` for another drawing, label or colour. */
const keyChangeSchema = z.enum([...CHANGES, 'moved', 'action', 'look'])
export type KeyChange = z.infer<typeof keyChangeSchema>
const pair = <T extends z.ZodType>(value: T) =>
  z.object({ before: value.nullable(), after: value.nullable() }).nullable()
const count = z.number().int().nonnegative()
const stripKeys = pagesSchema.shape.pages.element.shape.keys

const comparedVersionSchema = z.object({
  version: versionSchema,
  created_at: z.iso.datetime(),
  /** Of its file; a plugin has packages. */
  file: z.object({ name: z.string(), size: count, sha256: z.string() }).nullable(),
})

export const comparisonSchema = z.object({
  /** `working`: the contents are being compared, and the answer is 202; everything else is complete. */
  state: z.enum(['ready', 'working']),
  before: comparedVersionSchema,
  after: comparedVersionSchema,
  /** Of the versions after the first one, up to the second, highest first. */
  notes: z
    .array(z.object({ version: versionSchema, created_at: z.iso.datetime(), notes: answeredText }))
    .max(BETWEEN_MAX),
  /** `null` where both are the same. */
  license: pair(answeredText),
  minimum_version: pair(z.string()),
  systems: pair(z.array(operatingSystemSchema)),
  /** What the second version may do that the first one may not, and the other way round. `null` where a manifest does not say. */
  added_rights: rightsSchema.nullable(),
  removed_rights: rightsSchema.nullable(),
  /** Ids of other plugins that it needs. */
  dependencies: z.object({ added: z.array(answeredText), removed: z.array(answeredText) }),
  /** Sizes of packages in bytes, of those that differ. */
  packages: z.array(
    z.object({
      platform: z.enum(PACKAGE_PLATFORMS),
      before: count.nullable(),
      after: count.nullable(),
    }),
  ),
  /** `null` while it is being compared, and for files whose contents are not read. */
  contents: z
    .object({
      icons: z.object({ added: count, removed: count, changed: count, same: count }),
      /** Of this part, by name. */
      items: z
        .array(
          z.object({
            name: z.string(),
            /** As in `GET /icon/{id}/icons`; of the second version where both have one. */
            label: packIconSchema.shape.label,
            change: changeSchema,
            /** Addresses of the drawings. */
            before: sitePathSchema.nullable(),
            after: sitePathSchema.nullable(),
          }),
        )
        .max(PART_CHANGES),
      part: count,
      parts: count,
      /** Pages of keys that changed. */
      pages: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          change: changeSchema,
          before: stripKeys.nullable(),
          after: stripKeys.nullable(),
          keys: z.array(
            z.object({ change: keyChangeSchema, label: z.string(), x: count.nullable() }),
          ),
        }),
      ),
      /** Entries of an archive whose contents are not shown. */
      entries: z.array(z.object({ name: z.string(), change: changeSchema })),
    })
    .nullable(),
})
export type Comparison = z.infer<typeof comparisonSchema>
