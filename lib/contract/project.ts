import { z } from 'zod'
import { FILE_FORMATS, LISTED_ENTRIES_MAX } from '#lib/contract/file/file-format.ts'
import { categorySchema, kindSchema, operatingSystemSchema } from './kind-schema.ts'
import { PROJECT_LANGUAGES, SITE_LANGUAGES } from './language.ts'
import {
  ALT_MAX,
  DESCRIPTION_MAX,
  GALLERY_MAX,
  SUMMARY_MAX,
  TAG_MAX,
  TAGLINE_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from './limits.ts'
import { pluginManifestSchema } from '#lib/contract/file/plugin-manifest.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { answeredText, upTo } from './text.ts'
import { minimumVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'
import { VISIBILITIES } from './visibility.ts'

/** A project's id: opaque, URL-safe, 1 to 64 characters. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** An absolute path on the site, without scheme, host or leading `//`. */
export const sitePathSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/)

/** An address without a comma, which would end it in a `srcset`. */
const sourceUrlSchema = sitePathSchema.regex(/^[^,]*$/)

const count = z.number().int().nonnegative()

/**
 * An image with its real size in pixels, alternative text and a tiny data URL as placeholder. `sources` are
 * scaled versions for a `srcset`; without them the original at `url` is shown.
 */
export const imageSchema = z.object({
  /** Id of the stored file, for `cover_id` and `gallery_ids` of an update. */
  file_id: idSchema.optional(),
  url: sitePathSchema,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sources: z
    .array(z.object({ url: sourceUrlSchema, width: z.number().int().positive() }))
    .max(8)
    .optional(),
  /** Of a picture that moves: the same as an endless animated WebP. The other addresses have its first frame. Optional. */
  animation: z.object({ url: sitePathSchema }).nullish(),
  alt: upTo(answeredText, ALT_MAX).default(''),
  placeholder: z
    .string()
    .max(2000)
    .regex(/^data:image\/(webp|png|jpeg|avif);base64,[A-Za-z0-9+/=]+$/)
    .nullish(),
})
export type Image = z.infer<typeof imageSchema>

/** A file to download: size in bytes, SHA-256 in lower-case hexadecimal. */
const downloadSchema = z.object({
  name: answeredText.min(1).max(300),
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  url: sitePathSchema,
})

/** The file that is installed and downloaded. */
export const projectFileSchema = downloadSchema.extend({
  /** Id of the stored file, for `file_id` of an update. */
  file_id: idSchema.optional(),
  /** Optional, as are the following. */
  format: z
    .enum(FILE_FORMATS)
    .nullish()
    .catch(undefined)
    .describe('The format that was recognised; null for files from before formats were stored.'),
  original: downloadSchema
    .nullish()
    .describe('The file as it was uploaded, if the one to install was made from it.'),
  entries: z
    .object({
      count,
      items: z
        .array(z.object({ name: answeredText.max(300), size: count }))
        .max(LISTED_ENTRIES_MAX),
    })
    .nullish()
    .describe('The first entries of an archive whose contents are not shown, and how many it has.'),
  license_url: sitePathSchema.nullish().describe('The licence with its credits, as plain text.'),
})

type ProjectFile = z.infer<typeof projectFileSchema>

/** A package of a plugin version: the file to install on a platform. */
const pluginPackageSchema = z.object({
  platform: z.enum(PACKAGE_PLATFORMS),
  file: projectFileSchema,
})
export type PluginPackage = z.infer<typeof pluginPackageSchema>
/** The packages of one version, one for each platform at most, in the order of `PACKAGE_PLATFORMS`. */
export const pluginPackagesSchema = z.array(pluginPackageSchema).max(PACKAGE_PLATFORMS.length)

/** The author of a project; never with the e-mail address. */
export const authorSchema = z.object({
  uid: z.string().min(1).max(64),
  name: answeredText.min(1).max(100),
})

/** Name of a GitHub user or organisation. */
export const ownerSchema = z.string().regex(/^(?!-)[A-Za-z0-9-]{1,39}$/)

/** The latest release of a plugin; without `file_name` the archive of the tag is used. */
export const releaseSchema = z.object({
  tag: z.string().regex(/^[A-Za-z0-9][\w.@+/-]{0,99}$/),
  file_name: z
    .string()
    .regex(/^[\w.+ -]{1,200}$/)
    .nullish(),
})
export type Release = z.infer<typeof releaseSchema>

/** A key of a plugin, from the key library of its manifest. */
const pluginKeySchema = z.object({
  title: answeredText.min(1).max(60),
  /** Width on the strip, in pixels. */
  width: z.number().int().min(30).max(2170).nullish(),
})
export type PluginKey = z.infer<typeof pluginKeySchema>

/** A GitHub repository address: `https://github.com/{owner}/{name}`, at most 100 characters. */
export const repositoryUrlSchema = z
  .string()
  .max(100)
  .regex(/^https:\/\/github\.com\/(?!-)[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/)

/** BCP 47 tag of a language that a project may have. */
export const languageSchema = z.enum(PROJECT_LANGUAGES)

/** A description in another language, from the repository of a plugin. */
const translationSchema = z.object({
  language: z.enum(SITE_LANGUAGES),
  description: upTo(answeredText, DESCRIPTION_MAX),
})
export type Translation = z.infer<typeof translationSchema>

/** That a project is not continued, and what replaces it. */
export const deprecationSchema = z.object({
  at: z.iso.datetime(),
  /** In the language of the project; empty if its author gave none. */
  reason: answeredText.default(''),
  /** `null` also if it has been deleted or hidden since. */
  successor: z
    .object({
      id: idSchema,
      kind: kindSchema,
      title: answeredText,
      language: languageSchema.nullish().catch(null),
    })
    .nullish(),
})
export type Deprecation = z.infer<typeof deprecationSchema>

/** Another repository has the address of a plugin's, or another account owns its repository. */
const REPOSITORY_STATUSES = ['replaced', 'transferred'] as const
export type RepositoryStatus = (typeof REPOSITORY_STATUSES)[number]

/** A project, the same in lists and alone. Times are ISO 8601 in UTC. */
export const projectSchema = z.object({
  id: idSchema,
  kind: kindSchema,
  title: upTo(answeredText.min(1), TITLE_MAX),
  /** What it is for, in one line of plain text; empty if its author gave none. */
  tagline: upTo(answeredText, TAGLINE_MAX).default(''),
  /** For cards: the tagline, else the start of the description, as plain text. Computed by the backend; optional. */
  summary: upTo(answeredText, SUMMARY_MAX).default(''),
  /** Markdown, untrusted. */
  description: upTo(answeredText, DESCRIPTION_MAX),
  /** Language of the project's texts: title, description, notes, tags and alternative texts; `null` if unknown. */
  language: languageSchema.nullish().catch(null),
  /** Whether the language was detected, not chosen by the author. Optional. */
  language_is_detected: z.boolean().optional(),
  author: authorSchema,
  version: versionSchema,
  operating_systems: z.array(operatingSystemSchema).min(1).max(5),
  minimum_version: minimumVersionSchema,
  cover: imageSchema,
  gallery: z.array(imageSchema).max(GALLERY_MAX),
  category: categorySchema,
  tags: z
    .array(upTo(answeredText.min(1), TAG_MAX))
    .max(TAGS_MAX)
    .default([]),
  /** SPDX identifier. */
  license: answeredText.max(60).nullish(),
  /** Attribution required by the licence, one sentence. */
  attribution: answeredText.max(500).nullish(),
  /** Whether it stands for nothing that could be installed. */
  sample: z.boolean().default(false),
  /** Whether it came with the site: its counts, dates and versions are invented. Optional. */
  demo: z.boolean().optional(),
  views: count.default(0),
  downloads: count,
  installs: count.default(0),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /**
   * Increases with each change by the author. A write with `If-Match: "{revision}"` is refused (409 `stale`) if the
   * project has changed since. Optional; without it every write is accepted.
   */
  revision: count.optional(),
  file: projectFileSchema.nullish(),
  /** Plugins only. */
  owner: ownerSchema.nullish(),
  /** Plugins only. */
  repository_url: repositoryUrlSchema.nullish(),
  /**
   * Plugins only: whether the author has proved ownership of the repository. Optional.
   */
  owner_verified: z.boolean().nullish(),
  /** Plugins only: set until its author has proved again to own the repository. Then there is no address, owner, release or package. Optional. */
  repository_status: z.enum(REPOSITORY_STATUSES).nullish().catch(undefined),
  /** Plugins only. */
  release: releaseSchema.nullish(),
  /** Plugins only. */
  keys: z.array(pluginKeySchema).max(60).nullish(),
  /** Plugins only: what the manifest says; `null` if it was never read. Optional. */
  manifest: pluginManifestSchema.nullish(),
  /** Plugins only: descriptions in languages of the site. Optional. */
  translations: z.array(translationSchema).max(SITE_LANGUAGES.length).nullish(),
  /** Plugins only: packages of the current version that the site keeps; without any the release is installed. Optional. */
  packages: pluginPackagesSchema.nullish(),
  /** Plugins only: whether packages are no longer offered, since their author has not proved to own the repository. Optional. */
  packages_removed: z.boolean().optional(),
  /** Only `listed` projects are in lists and search. Optional. */
  visibility: z.enum(VISIBILITIES).optional().catch(undefined),
  /** `null` unless its author deprecated it. Optional. */
  deprecation: deprecationSchema.nullish(),
  /** In the answer to a publication only: what of it waits for the operator and is shown to its author alone. Optional. */
  held: z.enum(['project', 'version']).optional().catch(undefined),
})
export type Project = z.infer<typeof projectSchema>

/** A project as its page shows it. What an unpublished form may lack is `null`, or an empty text. */
export type ShownProject = Omit<Project, 'cover' | 'category' | 'file'> & {
  cover: Image | null
  category: Project['category'] | null
  file?:
    | (Partial<Omit<ProjectFile, 'sha256'>> & { size: number; sha256: string | null })
    | null
    | undefined
}

/** Whether lists and search show it. */
export const isListed = ({ visibility = 'listed' }: Pick<Project, 'visibility'>) =>
  visibility === 'listed'

/** Fields that lists leave empty with `view=card`: what only the page of a project shows. */
export const PAGE_FIELDS = [
  'description',
  'gallery',
  'tags',
  'license',
  'attribution',
  'file',
  'release',
  'keys',
  'manifest',
  'translations',
  'packages',
  'packages_removed',
] as const satisfies (keyof Project)[]
type PageField = (typeof PAGE_FIELDS)[number]
/** A project as a card shows it. */
export type ListedProject = Omit<Project, PageField>
