import { z } from 'zod'
import { oauthQuerySchema } from './account.ts'
import { detailsSchema } from './envelope.ts'
import { fileWarningsSchema } from './file-note.ts'
import { categorySchema, kindSchema, operatingSystemSchema } from './kind.ts'
import {
  ALT_MAX,
  DESCRIPTION_MAX,
  GALLERY_MAX,
  NOTES_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
  YANK_REASON_MAX,
} from './limits.ts'
import {
  idSchema,
  ownerSchema,
  projectSchema,
  repositoryUrlSchema,
  versionSchema,
} from './project.ts'
import { pastedRepositorySchema } from './repository.ts'
import { answeredText, lineSchema, textSchema, upTo, withPlainLineEnds } from './text.ts'

const linesSchema = textSchema.overwrite(withPlainLineEnds)

/** `POST /{kind}`; `PUT /{kind}` carries the `id` besides. */
export const createRequestSchema = z.object({
  title: upTo(lineSchema.min(1), TITLE_MAX),
  description: upTo(linesSchema, DESCRIPTION_MAX),
  version: versionSchema,
  operating_systems: z.array(operatingSystemSchema).min(1).max(5),
  minimum_version: versionSchema,
  category: categorySchema,
  tags: z
    .array(upTo(lineSchema.min(1), TAG_MAX))
    .max(TAGS_MAX)
    .default([]),
  file_id: idSchema.optional(),
  cover_id: idSchema,
  gallery_ids: z.array(idSchema).min(1).max(GALLERY_MAX),
  /** What the pictures show, for those who do not see them; in the order cover, gallery. */
  alternative_texts: z
    .array(upTo(lineSchema, ALT_MAX))
    .max(GALLERY_MAX + 1)
    .optional(),
  /** What is new in this version. */
  notes: upTo(linesSchema, NOTES_MAX).optional(),
  owner: projectSchema.shape.owner,
  repository_url: pastedRepositorySchema.optional(),
})
export const updateRequestSchema = createRequestSchema.partial().extend({
  id: idSchema,
  /**
   * Plugins only: the repository is looked at again, and release and proof of ownership are taken
   * from there; without it the version stays and GitHub is not asked.
   */
  refresh: z.boolean().optional(),
})
export const deleteQuerySchema = z.object({ id: idSchema })

/** The part of a picture that is kept: left, top, width and height in pixels, the picture upright. */
export const cropSchema = z
  .string()
  .regex(/^\d{1,5}(?:,\d{1,5}){3}$/)
  .transform((text) => {
    const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number)
    return { left, top, width, height }
  })
  .refine(({ width, height }) => width > 0 && height > 0)
export type Crop = z.infer<typeof cropSchema>

/** The text fields of the multipart body of `POST /file/upload`; the file itself is `file`. */
export const uploadFieldsSchema = z.object({
  purpose: z.enum(['project', 'cover', 'gallery']),
  crop: cropSchema.optional(),
})
/** What a container says of itself, offered to the form; none of it is believed elsewhere. */
const insideSchema = z.object({
  title: z.string(),
  version: versionSchema,
  minimum_version: versionSchema,
  license: z.string(),
  /** How many icons or pages are in it. */
  icons: z.number().int().nonnegative().nullable(),
  pages: z.number().int().nonnegative().nullable(),
})
export type Inside = z.infer<typeof insideSchema>
export const uploadedFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  inside: insideSchema.optional(),
  /** What is doubtful about it (`FILE_WARNINGS`), and whether it was written anew as the standard says. */
  warnings: fileWarningsSchema.optional().catch(undefined),
  is_rewritten: z.boolean().optional(),
  /** Of projects' files: `working` while they are prepared (`GET /file/{id}/state`). */
  state: z.enum(['working', 'ready']).optional(),
})
/** `GET /file/{id}/state`: a project takes a file that is ready; `done` of `total` are prepared. */
export const fileStateSchema = z.object({
  state: z.enum(['working', 'ready']),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
})
export type FileState = z.infer<typeof fileStateSchema>

export const githubCheckQuerySchema = z.object({
  /** Who the creator takes for the repository's owner; refused where that is somebody else. */
  owner: lineSchema.min(1).max(39).optional(),
  repository_url: pastedRepositorySchema,
})
/** What a repository says; `reason` is a key of the interface's words, an unknown one says nothing. */
const warningSchema = z.object({ reason: z.string().max(60), details: detailsSchema })
export type Warning = z.infer<typeof warningSchema>

/** What the plugin form starts with. */
export const githubCheckSchema = projectSchema
  .pick({ title: true, description: true, version: true, operating_systems: true })
  .extend({
    author: z.string(),
    /** Which version of each operating system it wants, where it says so. */
    system_minimums: z
      .array(z.object({ os: operatingSystemSchema, minimum: z.string().nullable() }))
      .optional(),
    minimum_version: versionSchema.nullable(),
    license: z.string().nullable(),
    /** Where the repository is now, and whose: it may have been renamed. */
    repository_url: repositoryUrlSchema,
    owner: ownerSchema.optional(),
    release: projectSchema.shape.release,
    /** Which versions a publication may carry: the release's, the manifest's. */
    versions: z.array(versionSchema).max(2).optional(),
    warnings: z.array(warningSchema).max(20).optional(),
    /** How it is known that the repository is the account's own; nothing: it is not. */
    proof: z.enum(['github', 'push', 'file']).nullish(),
    /** The line in the repository's file `.keystrip` that would prove it. */
    proof_line: answeredText.max(200).optional(),
    /** The publication of the plugin that is there already. */
    published: z.object({ id: idSchema, is_own: z.boolean(), is_verified: z.boolean() }).nullish(),
  })
export type GithubCheck = z.infer<typeof githubCheckSchema>

/** `POST /plugin/github/proof`: what GitHub sent back with somebody who agreed to be looked up. */
export const githubProofRequestSchema = oauthQuerySchema.extend({
  repository_url: pastedRepositorySchema,
})
/** Whether they may push to the repository. */
export const githubProofSchema = z.object({ is_proved: z.boolean() })

/**
 * `PUT /{kind}/{id}/versions/{version}`: withdraws a version, or offers it again. A version that is
 * withdrawn is not offered any more; its file is kept under its address, for whoever has that.
 */
export const versionParamsSchema = z.object({
  kind: kindSchema,
  id: idSchema,
  version: versionSchema,
})
export const yankRequestSchema = z.object({
  yanked: z.boolean(),
  /** Why, for whoever looks at the version. */
  reason: upTo(lineSchema, YANK_REASON_MAX).optional(),
})

/**
 * `GET /{kind}/{id}/versions`: the newest first; each with the file that it was. One that is withdrawn
 * names no file and says since when and why.
 */
export const versionsSchema = z.object({
  items: z.array(
    z.object({
      version: versionSchema,
      created_at: z.iso.datetime(),
      notes: answeredText,
      file: projectSchema.shape.file,
      yanked_at: z.iso.datetime().nullish(),
      yank_reason: answeredText.nullish(),
    }),
  ),
})
export type Version = z.infer<typeof versionsSchema>['items'][number]

/** `GET /account/transfers`: plugins that went to or came from somebody else, the last first. */
export const transfersSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      title: answeredText,
      /** Whether it is the account's own now. */
      is_mine: z.boolean(),
      /** Who had it before, or has it now. */
      other: answeredText,
      at: z.iso.datetime(),
    }),
  ),
})
export type Transfer = z.infer<typeof transfersSchema>['items'][number]
