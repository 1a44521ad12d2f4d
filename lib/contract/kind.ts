/**
 * The four kinds of project, in the order in which the site shows them.
 * The value is the one the API uses everywhere (`/api/v1/{kind}/…`). Without schemas (kind-schema.ts), since
 * browsers load it.
 */
export const KINDS = ['icon', 'plugin', 'profile', 'flexpage'] as const

export type Kind = (typeof KINDS)[number]

export type ContentSource = 'file' | 'repository'

type KindFacts = {
  /** Path segment of the kind: `/home/{path}`. */
  path: string
  /** Where the content comes from: an uploaded file or a GitHub repository. */
  source: ContentSource
  /** Ending of the project file, with its dot; `null` for plugins, which have no uploaded file. */
  fileEnding: string | null
  /** `format` in the manifest of the project file. */
  format: string | null
  /** What the detail page shows of the contents. */
  contents: 'icons' | 'pages' | 'keys'
  /** Name of the detail route. */
  routeName: string
}

/** How each kind is written in addresses, file names and routes (docs/behaviour.md#kinds). */
export const KIND_TABLE = {
  icon: {
    path: 'iconpack',
    source: 'file',
    fileEnding: '.iconpack',
    format: 'iconpack',
    contents: 'icons',
    routeName: 'iconDetail',
  },
  plugin: {
    path: 'plugin',
    source: 'repository',
    fileEnding: null,
    format: null,
    contents: 'keys',
    routeName: 'pluginDetail',
  },
  profile: {
    path: 'profile',
    source: 'file',
    fileEnding: '.flexbar',
    format: 'profile',
    contents: 'pages',
    routeName: 'profileDetail',
  },
  flexpage: {
    path: 'page',
    source: 'file',
    fileEnding: '.flexpage',
    format: 'flexpage',
    contents: 'pages',
    routeName: 'PageDetail',
  },
} as const satisfies Record<Kind, KindFacts>

/** `format` in the manifest of a project file. */
export type ContainerFormat = NonNullable<(typeof KIND_TABLE)[Kind]['format']>

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

/** Any category of any kind; those of one kind are `CATEGORIES[kind]`. */
export type Category = (typeof CATEGORIES)[Kind][number]

/** Whether `category` is in the closed list of `kind`. */
export function isCategoryOf(kind: Kind, category: Category): boolean {
  return CATEGORIES[kind].some((one) => one === category)
}

/** Operating systems of a project; `all` matches every filter. */
export const OPERATING_SYSTEMS = ['macos', 'windows', 'linux', 'other', 'all'] as const
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number]
