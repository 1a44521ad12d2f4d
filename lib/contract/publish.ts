import { z } from 'zod'
import { oauthQuerySchema } from './account.ts'
import { warningSchema } from './envelope.ts'
import { fileWarningsSchema } from '#lib/contract/file/file-issue.ts'
import { kindSchema, operatingSystemSchema } from './kind-schema.ts'
import { nextPageSchema, ownPageSchema } from '#lib/contract/account/own-page.ts'
import {
  ALT_MAX,
  DESCRIPTION_MAX,
  GALLERY_MAX,
  NOTES_MAX,
  TITLE_MAX,
  YANK_REASON_MAX,
} from './limits.ts'
import { REQUEST_SHAPE } from './project-fields.ts'
import {
  idSchema,
  imageSchema,
  languageSchema,
  ownerSchema,
  pluginPackagesSchema,
  projectFileSchema,
  projectSchema,
  repositoryUrlSchema,
  sitePathSchema,
} from './project.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { commitSchema, encodedPathSchema, offeredReadmeSchema } from '#lib/contract/file/readme.ts'
import { pastedRepositorySchema } from './repository.ts'
import { answeredText, lineSchema, textSchema, upTo, withPlainLineEnds } from './text.ts'
import { packIconSchema } from './search.ts'
import { operatingSystemsSchema } from '#lib/contract/version/version-needs.ts'
import { minimumVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'
import { CHANNELS } from './visibility.ts'

const linesSchema = textSchema.overwrite(withPlainLineEnds)

/** `POST /{kind}`; `PUT /{kind}` also has the `id`. */
export const createRequestSchema = z.object({
  ...REQUEST_SHAPE,
  file_id: idSchema.optional(),
  /**
   * Plugins only: uploaded packages of this version. Their manifests must have the id of the repository's, their version must be this
   * one, and each is for another platform. Packages of a published version stay; others can be added.
   */
  package_ids: z.array(idSchema).max(PACKAGE_PLATFORMS.length).optional(),
  cover_id: idSchema,
  gallery_ids: z.array(idSchema).min(1).max(GALLERY_MAX),
  /** Alternative texts of cover and gallery, in this order. */
  alternative_texts: z
    .array(upTo(lineSchema, ALT_MAX))
    .max(GALLERY_MAX + 1)
    .optional(),
  /** What is new in this version. Without a new version it replaces the notes of the current one. */
  notes: upTo(linesSchema, NOTES_MAX).optional(),
  /** Of the version. */
  channel: z.enum(CHANNELS).optional(),
})
export const updateRequestSchema = createRequestSchema.partial().extend({
  id: idSchema,
  /** That of the project, as it is, or a new one as `createRequestSchema` allows. */
  title: upTo(lineSchema.min(1), TITLE_MAX).optional(),
  /** That of the project, or a new one as `newVersionSchema` allows. */
  version: versionSchema.optional(),
  /** That of the project, or a new one as `createRequestSchema` allows. */
  minimum_version: minimumVersionSchema.optional(),
  /**
   * Publishes the new version at this time, at most `SCHEDULE_MAX_DAYS` ahead; a time in the past publishes it now. Until then only
   * its author sees it. Everything else of the request changes at once.
   */
  publish_at: z.iso.datetime({ offset: true }).optional(),
  // `partial` keeps defaults: an update without tags or description would remove them.
  tags: createRequestSchema.shape.tags.unwrap().optional(),
  description: createRequestSchema.shape.description.unwrap().optional(),
  /**
   * Plugins only: reads the repository again and takes release and proof of ownership from it. Without it the
   * version stays and GitHub is not called.
   */
  refresh: z.boolean().optional(),
})
/** `POST /index/language`: detects the language as a save does. Both texts may be empty. */
export const detectLanguageRequestSchema = z.object({
  title: upTo(lineSchema, TITLE_MAX),
  description: upTo(linesSchema, DESCRIPTION_MAX),
})
/** `null` if the language is uncertain. */
export const detectedLanguageSchema = z.object({ language: languageSchema.nullable().catch(null) })
/** `POST /index/title`: whether another author has published under a title, before it is published. */
export const checkTitleRequestSchema = z.object({ title: upTo(lineSchema, TITLE_MAX) })
/** A listed project of another author whose title looks the same (Unicode Technical Standard 39). */
const namesakeSchema = projectSchema.pick({
  id: true,
  kind: true,
  title: true,
  language: true,
  author: true,
})
export type Namesake = z.infer<typeof namesakeSchema>
/** Namesakes that are named at most. */
export const NAMESAKES_MAX = 3
export const checkedTitleSchema = z.object({
  items: z.array(namesakeSchema).max(NAMESAKES_MAX),
  /** Whether a project with the title would be refused (`imitates`): the first namesake is by a verified author. */
  is_refused: z.boolean(),
})
export type CheckedTitle = z.infer<typeof checkedTitleSchema>
export const deleteQuerySchema = z.object({ id: idSchema })

const ACCEPTED_CROPS = 'left, top, width and height in pixels, such as 0,0,640,400'
/** Crop of a picture: left, top, width and height in pixels, after applying the EXIF orientation. */
export const cropSchema = z
  .string()
  .regex(/^\d{1,5}(?:,\d{1,5}){3}$/, ACCEPTED_CROPS)
  .transform((text) => {
    const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number)
    return { left, top, width, height }
  })
  .refine(({ width, height }) => width > 0 && height > 0, ACCEPTED_CROPS)
export type Crop = z.infer<typeof cropSchema>

/** What an upload is for. All but a project file are pictures. */
const PURPOSES = ['project', 'cover', 'gallery'] as const
export type Purpose = (typeof PURPOSES)[number]

/** The text fields of the multipart body of `POST /file/upload`; the file is in `file`. */
export const uploadFieldsSchema = z.object({
  purpose: z.enum(PURPOSES),
  crop: cropSchema.optional(),
})
/** Facts read from an archive, suggested to the form and not trusted elsewhere. */
const manifestSummarySchema = z.object({
  /** Of the manifest; where that has none, the name of the file without its ending. */
  title: z.string().optional(),
  /** Missing where the file has none. */
  version: versionSchema.optional(),
  minimum_version: minimumVersionSchema,
  license: z.string(),
  /** Number of icons or pages. */
  icons: z.number().int().nonnegative().nullable(),
  pages: z.number().int().nonnegative().nullable(),
})
export type ManifestSummary = z.infer<typeof manifestSummarySchema>
/** What an uploaded package declares. */
export const packageSummarySchema = z.object({
  /** Id of the plugin in the manifest. */
  manifest_id: answeredText.min(1).max(200),
  title: answeredText.min(1).max(200),
  /** `null` if the package has none: then it takes that of the publication. */
  version: versionSchema.nullable(),
  /** Lowest version of the application. */
  minimum_version: minimumVersionSchema.nullable(),
  platform: z.enum(PACKAGE_PLATFORMS),
  /** What says so: its name, its native code, or nothing, so that it counts for all systems. Optional. */
  platform_from: z.enum(['name', 'contents', 'default']).optional().catch(undefined),
  generation: z.union([z.literal(1), z.literal(2)]),
})
export type PackageSummary = z.infer<typeof packageSummarySchema>
const storedUploadSchema = z.object({
  id: idSchema,
  /** Address of the stored bytes, for a preview. */
  url: sitePathSchema,
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  /** Of pictures. */
  placeholder: imageSchema.shape.placeholder,
})
export const uploadedFileSchema = storedUploadSchema.extend({
  /** Of project files: a picture in it that is proposed as cover, stored like an upload of its own. */
  cover: storedUploadSchema.optional(),
  manifest_summary: manifestSummarySchema.optional(),
  /** Of packages of plugins. */
  package: packageSummarySchema.optional(),
  /** Warnings (`FILE_WARNINGS`). */
  warnings: fileWarningsSchema.optional().catch(undefined),
  /** Of project files: their format, the uploaded bytes if others are installed, and entries of an archive that are not shown. */
  format: projectFileSchema.shape.format,
  original: projectFileSchema.shape.original,
  entries: projectFileSchema.shape.entries,
  /** Of project files: `working` until processed (`GET /file/{id}/state`). */
  state: z.enum(['working', 'ready']).optional(),
})
/** Marked drawings that are named. */
export const MARKED_MAX = 100
const markedDrawingsSchema = z.object({
  /** Drawings of the file, and of them those that are not shown, or lack something. */
  total: z.number().int().nonnegative(),
  refused: z.number().int().nonnegative(),
  simplified: z.number().int().nonnegative(),
  /** The first of both in the order of their names, as in `GET /icon/{id}/icons`. */
  first: z
    .array(packIconSchema.pick({ name: true, label: true, refused: true, simplified: true }))
    .max(MARKED_MAX),
})
export type MarkedDrawings = z.infer<typeof markedDrawingsSchema>
/** `GET /file/{id}/state`: `done` of `total` drawings are processed; only a `ready` file can be published. */
export const fileStateSchema = z.object({
  state: z.enum(['working', 'ready']),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  /** Of a ready file with drawings that are not shown as their author made them. */
  marked: markedDrawingsSchema.nullish(),
})
export type FileState = z.infer<typeof fileStateSchema>

export const githubCheckQuerySchema = z.object({
  /** The expected owner of the repository; refused if it is another. */
  owner: lineSchema.min(1).max(39).optional(),
  repository_url: pastedRepositorySchema,
})
/** Initial values of the plugin form. */
export const githubCheckSchema = projectSchema
  .pick({ title: true, description: true, version: true, operating_systems: true })
  .extend({
    author: z.string(),
    /** From the manifest's description. */
    tagline: projectSchema.shape.tagline.unwrap().optional(),
    /** Minimum version of each operating system, if declared. */
    system_minimums: z
      .array(z.object({ os: operatingSystemSchema, minimum: z.string().nullable() }))
      .optional(),
    minimum_version: minimumVersionSchema.nullable(),
    license: z.string().nullable(),
    /** Current address and owner: it may have been renamed. */
    repository_url: repositoryUrlSchema,
    owner: ownerSchema.optional(),
    release: projectSchema.shape.release,
    manifest: projectSchema.shape.manifest,
    translations: projectSchema.shape.translations,
    /** Optional. */
    readme: offeredReadmeSchema.nullish().catch(undefined),
    /** Versions that can be published: of the release, of the manifest. */
    versions: z.array(versionSchema).max(2).optional(),
    warnings: z.array(warningSchema).max(20).optional(),
    /** How the account's ownership of the repository was proved, if it was. */
    proof: z.enum(['github', 'push', 'file']).nullish(),
    /** The line in the repository's `.keystrip` file that proves it. */
    proof_line: answeredText.max(200).optional(),
    /** The existing publication of the plugin. */
    published: z.object({ id: idSchema, is_own: z.boolean(), is_verified: z.boolean() }).nullish(),
  })
export type GithubCheck = z.infer<typeof githubCheckSchema>

/** `POST /plugin/github/picture`: stores a picture of a repository as an upload of the account. */
export const githubPictureRequestSchema = z.object({
  repository_url: pastedRepositorySchema,
  commit: commitSchema,
  path: encodedPathSchema,
  purpose: z.enum(['cover', 'gallery']),
})

/** `POST /plugin/github/proof`: the result of an authorisation at GitHub. */
export const githubProofRequestSchema = oauthQuerySchema.extend({
  repository_url: pastedRepositorySchema,
})
/** Whether the account has push permission. */
export const githubProofSchema = z.object({ is_proved: z.boolean() })

/**
 * `PUT /{kind}/{id}/versions/{version}`: yanks a version, offers it again, or changes its channel, time or notes. A yanked version is no longer
 * offered; its file stays at its address and by its hash. A scheduled version that is yanked is deleted: it was never public.
 */
export const versionParamsSchema = z.object({
  kind: kindSchema,
  id: idSchema,
  version: versionSchema,
})
export const changeVersionRequestSchema = z
  .object({
    yanked: z.boolean().optional(),
    /** Reason, shown with the version. */
    reason: upTo(lineSchema, YANK_REASON_MAX).optional(),
    /** `stable` promotes a pre-release. */
    channel: z.enum(CHANNELS).optional(),
    /** Of a scheduled version; `null` publishes it now. */
    publish_at: updateRequestSchema.shape.publish_at.nullable(),
    /** Replaces what is new in the version, also of one that is published. */
    notes: createRequestSchema.shape.notes,
  })
  .refine((change) => Object.keys(change).some((name) => name !== 'reason'), 'changes nothing')
/**
 * `DELETE /{kind}/{id}/versions/{version}`: discards a version within `DISCARD_HOURS` of its publication, below
 * `DISCARD_DOWNLOADS` downloads by others on two days and `DISCARD_DOWNLOADS_IN_A_DAY` on one. Its file is served no longer, and its number can be published again with the same file only.
 */
export const discardVersionQuerySchema = z.object({
  reason: upTo(lineSchema, YANK_REASON_MAX).optional(),
})

/** Versions on a page of `GET /{kind}/{id}/versions`: with notes of maximum length, 1 MB. */
export const VERSIONS_LIMIT = 500
export const versionsQuerySchema = z.object({ page: ownPageSchema })
/**
 * `GET /{kind}/{id}/versions`: newest first, each with its file. A yanked version has no file, but a time and
 * a reason.
 */
export const versionsSchema = z.object({
  items: z.array(
    z.object({
      version: versionSchema,
      created_at: z.iso.datetime(),
      notes: answeredText,
      file: projectSchema.shape.file,
      /** Plugins only. */
      packages: pluginPackagesSchema.nullish(),
      /** Without it the version is stable. */
      channel: z.enum(CHANNELS).optional().catch(undefined),
      yanked_at: z.iso.datetime().nullish(),
      yank_reason: answeredText.nullish(),
      /** What this version needs. Missing from sites of before. */
      operating_systems: operatingSystemsSchema.optional().catch(undefined),
      minimum_version: minimumVersionSchema.optional().catch(undefined),
    }),
  ),
  /** Number of the next page, if there is one. Optional. */
  next: nextPageSchema,
})
export type Version = z.infer<typeof versionsSchema>['items'][number]

/** `GET /account/transfers`: plugins transferred to or from another account, newest first. */
export const transfersSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      title: answeredText,
      language: projectSchema.shape.language,
      /** Whether the account owns it now. */
      is_mine: z.boolean(),
      /** The previous or the new owner. */
      other: answeredText,
      at: z.iso.datetime(),
    }),
  ),
})
export type Transfer = z.infer<typeof transfersSchema>['items'][number]
