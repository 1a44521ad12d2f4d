import { z } from 'zod'
import { idSchema, projectSchema } from './project.ts'
import { answeredText, lineSchema, upTo } from './text.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { CHANNELS, DEPRECATION_REASON_MAX, UNLISTED_MAX, VISIBILITIES } from './visibility.ts'

/** `PUT /{kind}/{id}/status`: absent fields stay. */
export const changeStatusRequestSchema = z.object({
  visibility: z.enum(VISIBILITIES).optional(),
  /** `null`: it is not deprecated. */
  deprecation: z
    .object({
      /** Shown on the page. */
      reason: upTo(lineSchema, DEPRECATION_REASON_MAX).optional(),
      /** Id of the project that replaces it, of any kind and author. */
      successor_id: idSchema.nullish(),
    })
    .nullish(),
})
export type ChangeStatusRequest = z.infer<typeof changeStatusRequestSchema>

/** `GET /{kind}/{id}/status`: what only the author of a project sees. */
export const projectStatusSchema = z.object({
  visibility: z.enum(VISIBILITIES),
  deprecation: projectSchema.shape.deprecation,
  /** Versions that wait for their time, the next one first. */
  scheduled: z.array(
    z.object({
      version: versionSchema,
      publish_at: z.iso.datetime(),
      channel: z.enum(CHANNELS),
      notes: answeredText,
    }),
  ),
  /** Versions that wait for the operator. Optional. */
  held: z.array(versionSchema).default([]),
  /** Versions that can be discarded, and until when. Optional. */
  discardable: z
    .array(z.object({ version: versionSchema, until: z.iso.datetime() }))
    .optional()
    .catch(undefined),
  /** Versions that were discarded, the last one first: their numbers can be published with the same file only. Optional. */
  discarded: z
    .array(
      z.object({
        version: versionSchema,
        discarded_at: z.iso.datetime(),
        reason: answeredText,
        /** SHA-256 of its file or packages. */
        hashes: z.array(z.string()),
      }),
    )
    .optional()
    .catch(undefined),
})
export type ProjectStatus = z.infer<typeof projectStatusSchema>

/** `GET /account/unlisted`: own projects that are in no list, newest change first. */
export const unlistedProjectsSchema = z.object({
  items: z
    .array(
      projectSchema
        .pick({ id: true, kind: true, title: true, language: true, updated_at: true })
        .extend({ visibility: z.enum(VISIBILITIES) }),
    )
    .max(UNLISTED_MAX),
})
