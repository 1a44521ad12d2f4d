import { z } from 'zod'
import { PACK_LAYOUTS } from '#covers/pack-covers.ts'
import { PALETTES } from '#covers/palette.ts'
import { PLUGIN_LAYOUTS } from '#covers/plugin-covers.ts'
import { STRIP_LAYOUTS } from '#covers/strip-covers.ts'
import { operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import { CATEGORIES, type Kind } from '#lib/contract/kind.ts'
import { languageSchema, projectSchema, releaseSchema } from '#lib/contract/project.ts'
import { nameIn, readContent } from './content.ts'
import { SETS } from './icon-set.ts'

const pattern = z.string().transform((source) => new RegExp(source))
const strings = z.array(z.string())

const shared = <K extends Kind>(kind: K) => ({
  title: z.string(),
  tagline: z.string().default(''),
  category: z.enum(CATEGORIES[kind]),
  language: languageSchema,
  author: z.string(),
  tags: strings,
  palette: nameIn(PALETTES),
  /** Markdown, in which `descriptionOf` replaces the names of facts. */
  body: z.string(),
})

/** The icons of a pack and the layout of its pictures. */
const packSchema = z.strictObject({
  ...shared('icon'),
  set: nameIn(SETS),
  /** Names to include and to exclude, without the suffix of `style`. */
  take: pattern.prefault('.'),
  leave: pattern.optional(),
  /** Categories of the set to select from; the whole set by default. */
  from: strings.optional(),
  /** Suffix of the names of one style, such as `-line`. */
  style: z.string().default(''),
  /** The first icons on the pictures, separated by spaces. */
  front: z.string(),
  layout: nameIn(PACK_LAYOUTS),
  gallery: z.array(z.enum(['sheet', 'sizes', 'onKeys'])),
})

/**
 * A plugin. With `repository` its facts (owner, version, systems, oldest version of the
 * application, licence, release) are those of the public repository's own manifest, licence file
 * and release workflow, and its text follows the README; without, it is a sample and marked as one.
 */
const pluginSchema = z.strictObject({
  ...shared('plugin'),
  repository: z.strictObject({ owner: z.string(), name: z.string() }).optional(),
  release: releaseSchema.optional(),
  license: z.string().nullable().default(null),
  version: z.string(),
  minimumVersion: z.string(),
  systems: z.array(operatingSystemSchema),
  /** Nothing was published before its repository began. */
  since: z.string().optional(),
  layout: nameIn(PLUGIN_LAYOUTS),
  /** What its manifest declares, where that was read. */
  manifest: projectSchema.shape.manifest,
  /** The key library of its manifest, where that has one: titles and widths on the strip. */
  library: projectSchema.shape.keys,
  /** Icons of the Material Design Icons, which plugin manifests name. */
  keys: z.string(),
})

/**
 * A profile or a page. A line of `pages` is one key:
 * `icon | label | colour | action | width | value`, where
 * - `colour` is an index of the palette's keys, 0 to 4;
 * - `action` is a hotkey (`ctrl+k`), a command (`!media.play`), a display (`=clock.time`), a page
 *   (`>page-2`) or text to type (`"…`);
 * - `width` is relative to the other keys (default 1);
 * - `value` is the text that the pictures show on a display.
 */
const stripSchema = (kind: 'profile' | 'flexpage') =>
  z.strictObject({
    ...shared(kind),
    set: nameIn(SETS),
    layout: nameIn(STRIP_LAYOUTS),
    pages: z.record(z.string(), z.string()),
  })

export type PackFacts = z.infer<typeof packSchema>
export type PluginFacts = z.infer<typeof pluginSchema>
export type StripFacts = z.infer<ReturnType<typeof stripSchema>>

const read = <Schema extends z.ZodType>(kind: Kind, schema: Schema) =>
  readContent(kind, z.record(z.string(), schema))

/** Facts and texts of the demo projects by kind and slug, in the order in which they are published. */
export const DEMO_PROJECTS = {
  icon: read('icon', packSchema),
  plugin: read('plugin', pluginSchema),
  profile: read('profile', stripSchema('profile')),
  flexpage: read('flexpage', stripSchema('flexpage')),
}
