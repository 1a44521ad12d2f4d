import { z } from 'zod'

/**
 * The four kinds of project, in the order in which the site shows them.
 * The value is the one the API uses everywhere (`/api/v1/{kind}/…`).
 */
export const KINDS = ['icon', 'plugin', 'profile', 'flexpage'] as const

export const kindSchema = z.enum(KINDS)
export type Kind = z.infer<typeof kindSchema>

type KindFacts = {
  /** Segment of the catalogue's addresses: `/home/{path}` (section 2). */
  path: string
  /** Ending of the project file, with its dot; a plugin has no uploaded file (section 3). */
  fileEnding: string | null
  /** Name of the detail route (section 2). */
  routeName: string
}

/** The one table that says how a kind is written where (sections 2, 3 and 7). */
export const KIND_TABLE = {
  icon: { path: 'iconpack', fileEnding: '.iconpack', routeName: 'iconDetail' },
  plugin: { path: 'plugin', fileEnding: null, routeName: 'pluginDetail' },
  profile: { path: 'profile', fileEnding: '.flexbar', routeName: 'profileDetail' },
  flexpage: { path: 'page', fileEnding: '.flexpage', routeName: 'PageDetail' },
} as const satisfies Record<Kind, KindFacts>

/** The kind behind a catalogue segment (`iconpack` → `icon`), or `undefined` for any other text. */
export function kindOfPath(path: string): Kind | undefined {
  return KINDS.find((kind) => KIND_TABLE[kind].path === path)
}

/** The closed list of categories of each kind. */
export const CATEGORIES = {
  icon: [
    'interface',
    'weather',
    'media',
    'devices',
    'communication',
    'development',
    'commerce',
    'travel',
    'nature',
    'games',
    'people',
    'office',
    'other',
  ],
  plugin: [
    'audio',
    'streaming',
    'productivity',
    'development',
    'system',
    'communication',
    'smart_home',
    'games',
    'other',
  ],
  profile: ['design', 'video', 'audio', 'development', 'office', 'streaming', 'games', 'other'],
  flexpage: [
    'system',
    'media',
    'productivity',
    'development',
    'design',
    'streaming',
    'games',
    'other',
  ],
} as const satisfies Record<Kind, readonly string[]>

/** Any category of any kind; which of them a kind has is `CATEGORIES[kind]`. */
export const categorySchema = z.enum([...new Set(Object.values(CATEGORIES).flat())])
export type Category = z.infer<typeof categorySchema>

/** Whether `category` is in the closed list of `kind`. */
export function isCategoryOf(kind: Kind, category: Category): boolean {
  return CATEGORIES[kind].some((one) => one === category)
}

/** Operating systems as section 3 lists them; `all` fits every filter. */
export const OPERATING_SYSTEMS = ['macos', 'windows', 'linux', 'other', 'all'] as const
export const operatingSystemSchema = z.enum(OPERATING_SYSTEMS)
export type OperatingSystem = z.infer<typeof operatingSystemSchema>
