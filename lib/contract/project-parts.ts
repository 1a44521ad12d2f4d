import { z } from 'zod'
import { FILE_FORMATS, LISTED_ENTRIES_MAX } from '#lib/contract/file/file-format.ts'
import { kindSchema } from './kind-schema.ts'
import { PROJECT_LANGUAGES } from './language.ts'
import { SITE_LANGUAGES } from './locale.ts'
import { ALT_MAX, DESCRIPTION_MAX, DISPLAY_NAME_MAX } from './limits.ts'
import {
  NO_PLATFORM,
  RELEASE_FILES_MAX,
  RELEASE_NAME_MAX,
} from '#lib/contract/file/package-systems.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { answeredText, upTo } from './text.ts'

/** A project's id: opaque, URL-safe, 1 to 64 characters. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id of 1 to 64 letters, digits, - and _')
/** Kind and id of a project in a path. */
export const projectParamsSchema = z.object({ kind: kindSchema, id: idSchema })

/** An absolute path on the site, without scheme, host or leading `//`. */
export const sitePathSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/)

/** An address without a comma, which would end it in a `srcset`. */
const sourceUrlSchema = sitePathSchema.regex(/^[^,]*$/)

export const countSchema = z.number().int().nonnegative()

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
  size: countSchema,
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
      count: countSchema,
      items: z
        .array(z.object({ name: answeredText.max(300), size: countSchema }))
        .max(LISTED_ENTRIES_MAX),
    })
    .nullish()
    .describe(
      'The first entries of an archive that are not shown, and how many there are: all of one that is not read, else those besides manifest, licence and icons.',
    ),
  license_url: sitePathSchema.nullish().describe('The licence with its credits, as plain text.'),
})

export type ProjectFile = z.infer<typeof projectFileSchema>

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
  /** The user name, which addresses have. */
  name: answeredText.min(1).max(100),
  /** What readers see in its place; `null` without one. Optional. */
  display_name: upTo(answeredText.min(1), DISPLAY_NAME_MAX).nullish().catch(null),
})
export type Author = z.infer<typeof authorSchema>

/** Name of a GitHub user or organisation. */
export const ownerSchema = z
  .string()
  .regex(/^(?!-)[A-Za-z0-9-]{1,39}$/, 'the name of a user or an organisation of GitHub')

/** What the author of a plugin states of the files of its release, and of packages: for which platform each is; `none` is offered to no system. */
export const statedFilesSchema = z
  .array(
    z.object({
      file: answeredText.min(1).max(RELEASE_NAME_MAX),
      platform: z.enum([...PACKAGE_PLATFORMS, NO_PLATFORM]),
    }),
  )
  .max(RELEASE_FILES_MAX)

/** The latest release of a plugin. */
export const releaseSchema = z.object({
  tag: z.string().regex(/^[A-Za-z0-9][\w.@+/-]{0,99}$/),
  file_name: z
    .string()
    .regex(/^[\w.+ -]{1,200}$/)
    .nullish()
    .describe('Its package, if it has one for all systems or only one; null without.'),
  files: z
    .array(
      z.object({
        name: answeredText.min(1).max(RELEASE_NAME_MAX),
        platform: z
          .enum([...PACKAGE_PLATFORMS, NO_PLATFORM])
          .nullable()
          .describe('What it is for; null: undecided, so that no system is offered it.'),
      }),
    )
    .max(RELEASE_FILES_MAX)
    .optional()
    .catch(undefined)
    .describe('Its packages; missing where they have not been listed yet.'),
})
export type Release = z.infer<typeof releaseSchema>

/** Keys of a plugin that are kept, and characters of their texts. */
export const PLUGIN_KEYS_MAX = 60
export const PLUGIN_KEY_TITLE_MAX = 60
export const PLUGIN_KEY_TIP_MAX = 200

/** A key of a plugin, from the key library of its manifest. */
export const pluginKeySchema = z.object({
  title: answeredText.min(1).max(PLUGIN_KEY_TITLE_MAX),
  /** What it does. Optional. */
  tip: answeredText.max(PLUGIN_KEY_TIP_MAX).optional(),
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
export const translationSchema = z.object({
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
export const REPOSITORY_STATUSES = ['replaced', 'transferred'] as const
export type RepositoryStatus = (typeof REPOSITORY_STATUSES)[number]

/** How its author enters a field. Controls and messages are checked by `lib/creator/fields.ts`. */
type FormFacts = {
  control: string
  /** Keys of messages, in the namespace of the form. */
  label: string
  help?: string | { file: string; repository: string }
  /** Limit in characters. */
  maximum?: number
  isOptional?: true
  isHalfWidth?: true
}

export type FieldFacts = {
  /** In answers. */
  schema: z.ZodType
  /** Its value in lists with `view=card`, if only the page of a project shows it. */
  inLists?: '' | false | null | readonly []
  /** Tables of the site that have an entry for it. */
  shown?: readonly ('facts' | 'feed')[]
  /** How its words count in search; Markdown counts as text. */
  search?: 'title' | 'keywords' | 'text' | 'markdown'
  /** It belongs to a version, and is restored with it. */
  isOfVersion?: true
  /** A plugin has that of its repository. */
  isFromRepository?: true
} & (
  | {
      /** In the request of its author. */
      request: z.ZodType
      form: FormFacts
      column: string
    }
  | {
      request?: undefined
      form?: undefined
      /** Property of the table `projects` that stores it; `null`: computed, or written by a service of its own. */
      column: string | null
    }
)
