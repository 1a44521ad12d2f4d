import type { Messages } from 'next-intl'
import type { Kind } from '#lib/contract/kind.ts'

/* What a guide contains, by kind: keys of messages, and names that no language translates. */

type Publish = Messages['publish']
export type Step = keyof Publish['step']

const STRIP_STEPS: readonly Step[] = ['template', 'keys', 'keyIcons', 'zip']
export const STEPS: Record<Kind, readonly Step[]> = {
  icon: ['template', 'icons', 'packManifest', 'zip'],
  plugin: ['repository', 'pluginManifest', 'release', 'address', 'prove'],
  profile: STRIP_STEPS,
  flexpage: STRIP_STEPS,
}

/** Fields of a manifest with the messages that explain them. */
type Field = readonly [name: string, meaning: keyof Publish['field']]
const COMMON: readonly Field[] = [
  ['format_version', 'format_version'],
  ['name', 'name'],
  ['version', 'version'],
  ['author', 'author'],
  ['minimum_version', 'minimum_version'],
  ['license', 'license'],
  ['attribution', 'attribution'],
  ['requires', 'requires'],
]
const STRIP: readonly Field[] = [
  ...COMMON,
  ['device', 'device'],
  ['pages', 'pages'],
  ['keys', 'keys'],
  ['x, width', 'place'],
  ['icon', 'keyIcon'],
  ['label', 'label'],
  ['background, foreground', 'colours'],
  ['action', 'action'],
]
export const MANIFEST_FIELDS = {
  icon: [...COMMON, ['source', 'source'], ['icons', 'icons']],
  profile: STRIP,
  flexpage: STRIP,
} as const satisfies Record<Exclude<Kind, 'plugin'>, readonly Field[]>

/** Names inside of an entry of a field. */
export const INNER_FIELDS: Readonly<Record<string, string>> = {
  requires: 'kind, id, minimum',
  icons: 'name, file',
  pages: 'id, name, keys',
}

export const ACTIONS = [
  ['hotkey', '"keys": ["ctrl", "k"]'],
  ['text', '"text": "…"'],
  ['page', '"page": "page-2"'],
  ['command', '"name": "media.play_pause"'],
  ['display', '"source": "clock.time"'],
] as const

/** Files of other programs that icon packs may be uploaded as. */
export const ACCEPTED = ['zip', 'streamDeck', 'iconify'] as const

export const REPOSITORY_PARTS = [
  'id',
  'version',
  'package',
  'description',
  'readme',
  'proof',
] as const
export const SHOWN = ['folder', 'names', 'scripts', 'told'] as const

const head = (format: string, name: string) => ({
  format,
  format_version: 1,
  name,
  version: '1.0.0',
  author: 'Your name',
  minimum_version: '1.0.0',
  license: 'MIT',
})
const page = {
  id: 'page-1',
  name: 'Main',
  keys: [
    {
      x: 0,
      width: 240,
      icon: 'icons/play.svg',
      label: 'Play',
      background: '#2d2a41',
      foreground: '#fffaf3',
      action: { type: 'command', name: 'media.play_pause' },
    },
  ],
}
const device = { width: 2170, height: 60 }

/** A short manifest of each kind with files. */
export const SAMPLE_MANIFESTS = {
  icon: {
    ...head('iconpack', 'My icon pack'),
    source: { name: 'My icons', author: 'Your name', url: 'https://example.com/' },
    icons: [
      { name: 'sun', file: 'icons/sun.svg' },
      { name: 'moon', file: 'icons/moon.svg' },
    ],
  },
  profile: {
    ...head('profile', 'My profile'),
    device,
    pages: [page, { ...page, id: 'page-2', name: 'More' }],
  },
  flexpage: { ...head('flexpage', 'My page'), device, pages: [page] },
} as const
