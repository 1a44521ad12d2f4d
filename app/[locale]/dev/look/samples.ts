import type { StripPage } from '#lib/contract/file/contents.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { type Image, type Project, projectSchema } from '#lib/contract/project.ts'
import { documents } from '#lib/paths.ts'

type Extreme = Partial<Pick<Project, 'title' | 'language' | 'downloads' | 'sample'>> & {
  by?: string
}

/** Extreme contents of a card. */
export const EXTREMES: Extreme[] = [
  { title: 'Barometer', downloads: 1204 },
  {
    title:
      'The complete, unabridged and still growing collection of everything that fits on a strip',
    by: 'The society of those whose names are longer than any card was ever meant to be',
    downloads: 1_234_567,
  },
  { title: 'X', by: 'Y', downloads: 0 },
  { title: 'مكتب الكتابة', by: 'يارا حداد', downloads: 7972 },
  { title: '文房四宝', by: '林小满', language: 'zh-Hans', downloads: 26_000 },
  { title: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze', language: 'de', sample: true },
]

/** A project with `cover` as its picture. */
export function sampleProject({ by = 'Ada', ...extreme }: Extreme, at: number, cover?: Image) {
  return projectSchema.parse({
    id: `look-${at}`,
    kind: KINDS[at % KINDS.length],
    description: '',
    author: { uid: 'look', name: by },
    version: '1.0.0',
    operating_systems: ['all'],
    minimum_version: '1.0.0',
    cover: cover ?? { url: documents.pngIcon('512'), width: 512, height: 512, alt: '' },
    gallery: [],
    category: 'other',
    downloads: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
    ...extreme,
  })
}

const HUES = ['#b5512b', '#dd9a5c', '#2f7f86', '#1a3a40', '#f2d9a0']

/** A strip page: keys with and without label, one too long, one right-to-left. */
export const PAGE: StripPage = {
  id: 'look',
  name: 'Look',
  keys: ['Rec', '', 'A label that is too long for its key', 'مسودة', '7/9'].map((label, at) => ({
    x: at * 180,
    width: 170,
    icon: null,
    label,
    background: HUES[at] ?? '#000000',
    foreground: at === 4 ? '#17130f' : '#fffaf3',
    action: { type: 'hotkey', keys: ['ctrl', 'r'] },
  })),
}

export const MARKDOWN = `## What is inside

Every *state* of **text** that a creator may write, with a [link](https://example.org), \`code\`,
and aWordThatIsSoLongThatItHasToBreakSomewhereOrThePageWouldScrollSidewaysOnEveryPhoneInTheWorld.

1. First
2. Second
   - nested

> A quotation.

| Key | Does |
| --- | --- |
| F1  | nothing |
`
