import { z } from 'zod'
import { categorySchema, kindSchema, operatingSystemSchema } from './kind.ts'
import { LOCALES } from './locale.ts'
import { ALT_MAX, DESCRIPTION_MAX, GALLERY_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX } from './limits.ts'
import { answeredText, upTo } from './text.ts'

/** A project's id: opaque, URL-safe, 1 to 64 characters. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** A version `x.x.x` (section 5), each part at most five digits. */
export const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

/** An address on the site itself: an absolute path, never a scheme, a host or `//`. */
export const sitePathSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/)

/** An address that can stand in a `srcset`, where a comma ends it. */
const sourceUrlSchema = sitePathSchema.regex(/^[^,]*$/)

const count = z.number().int().nonnegative()

/**
 * An image: pixels it really has, alternative text, and a tiny data URL to show while it loads.
 * `sources` are forms of it in other widths, for a `srcset`; a backend that scales nothing leaves them
 * out, and the original at `url` is shown.
 */
export const imageSchema = z.object({
  url: sitePathSchema,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sources: z
    .array(z.object({ url: sourceUrlSchema, width: z.number().int().positive() }))
    .max(8)
    .optional(),
  alt: upTo(answeredText, ALT_MAX).default(''),
  placeholder: z
    .string()
    .max(2000)
    .regex(/^data:image\/(webp|png|jpeg|avif);base64,[A-Za-z0-9+/=]+$/)
    .nullish(),
})
export type Image = z.infer<typeof imageSchema>

/** The downloadable file: size in bytes, SHA-256 in lower-case hexadecimal. */
export const projectFileSchema = z.object({
  name: answeredText.min(1).max(300),
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  url: sitePathSchema,
})

/** Whoever published a project; the e-mail address is never part of it. */
export const authorSchema = z.object({
  uid: z.string().min(1).max(64),
  name: answeredText.min(1).max(100),
})

/** A user or organisation of GitHub, by name. */
export const ownerSchema = z.string().regex(/^(?!-)[A-Za-z0-9-]{1,39}$/)

/** The latest release of a plugin; without `file_name` the archive of the tag stands in for it. */
export const releaseSchema = z.object({
  tag: z.string().regex(/^[A-Za-z0-9][\w.@+/-]{0,99}$/),
  file_name: z
    .string()
    .regex(/^[\w.+ -]{1,200}$/)
    .nullish(),
})
export type Release = z.infer<typeof releaseSchema>

/** A key that a plugin brings along, as the key library of its manifest tells it. */
const pluginKeySchema = z.object({
  title: answeredText.min(1).max(60),
  /** Width on the strip, in pixels. */
  width: z.number().int().min(30).max(2170).nullish(),
})
export type PluginKey = z.infer<typeof pluginKeySchema>

/** A GitHub repository address: `https://github.com/{owner}/{name}`, at most 100 characters (section 5). */
export const repositoryUrlSchema = z
  .string()
  .max(100)
  .regex(/^https:\/\/github\.com\/(?!-)[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/)

/** One project, the same in lists and on its own. Times are ISO 8601 in UTC. */
export const projectSchema = z.object({
  id: idSchema,
  kind: kindSchema,
  title: upTo(answeredText.min(1), TITLE_MAX),
  /** Markdown, hostile until sanitised. */
  description: upTo(answeredText, DESCRIPTION_MAX),
  /** Language of title and description, where it is known. */
  language: z.enum(LOCALES).nullish(),
  author: authorSchema,
  version: versionSchema,
  operating_systems: z.array(operatingSystemSchema).min(1).max(5),
  minimum_version: versionSchema,
  cover: imageSchema,
  gallery: z.array(imageSchema).max(GALLERY_MAX),
  category: categorySchema,
  tags: z
    .array(upTo(answeredText.min(1), TAG_MAX))
    .max(TAGS_MAX)
    .default([]),
  /** SPDX identifier. */
  license: answeredText.max(60).nullish(),
  /** Whom the licence asks to be named, in a sentence. */
  attribution: answeredText.max(500).nullish(),
  /** `true` for content that only shows what the site can do. */
  sample: z.boolean().default(false),
  views: count.default(0),
  downloads: count,
  installs: count.default(0),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /**
   * Goes up with each change that its author makes. `If-Match: "{revision}"` makes a write wait for
   * nobody: it is refused (409, `stale`) where the project has changed since. A backend without it
   * takes every write.
   */
  revision: count.optional(),
  file: projectFileSchema.nullish(),
  /** Plugins only. */
  owner: ownerSchema.nullish(),
  /** Plugins only. */
  repository_url: repositoryUrlSchema.nullish(),
  /**
   * Plugins only: whether the author has proved that the repository is theirs; left out by a backend
   * that does not know.
   */
  owner_verified: z.boolean().nullish(),
  /** Plugins only. */
  release: releaseSchema.nullish(),
  /** Plugins only. */
  keys: z.array(pluginKeySchema).max(60).nullish(),
})
export type Project = z.infer<typeof projectSchema>
