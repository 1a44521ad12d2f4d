import type { StripPage } from '#lib/contract/file/contents.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { type Image, type Project, projectSchema } from '#lib/contract/project.ts'
import { documents } from '#lib/paths.ts'

type Extreme = Partial<
  Pick<
    Project,
    'title' | 'language' | 'downloads' | 'sample' | 'operating_systems' | 'fitting_versions'
  >
> & { by?: string }

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
  {
    title: 'مكتب الكتابة',
    by: 'يارا حداد',
    downloads: 7972,
    operating_systems: ['windows'],
    fitting_versions: [
      {
        version: `1.9.0-beta.${'x'.repeat(53)}`,
        operating_systems: ['macos', 'linux'],
        minimum_version: '2.0.0',
      },
    ],
  },
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

export const MARKDOWN = `A pack of icons for the desk, drawn on one grid. [![build](https://b.example/x.svg)](https://ci.example) [![npm version](https://b.example/y.svg)](https://npm.example) ![License MIT](https://b.example/l.svg)

## What is inside

Every *state* of **text** that a creator may write, with a [link](https://example.org), \`code\`, aWordThatIsSoLongThatItHasToBreakSomewhereOrThePageWouldScrollSidewaysOnEveryPhoneInTheWorld, ~~old~~ <ins>new</ins>, <mark>marked</mark>, H<sub>2</sub>O, x<sup>2</sup>, <abbr title="Frequently asked questions">FAQ</abbr>, a footnote[^1] and another[^long]. Press <kbd>Ctrl</kbd>+<kbd>Shift</kbd>+<kbd>P</kbd>. :rocket: :+1:

> [!NOTE]
> Works with every touch strip since version 2.

> [!TIP]
> Hold a key to see **all pages**.

> [!IMPORTANT]
> Install the [plugin](https://example.org) first.

> [!WARNING]
> Your settings are replaced. Make a copy.
>
> - one
> - two

> [!CAUTION]
> There is no way back.

> A quotation of a review.

### Tasks

- [x] Draw all icons
- [ ] Translate the names
  - [x] German
  - [ ] 日本語の名前

1. First
2. Second
   - nested

| Key | Does | Since | Platforms | Notes | More | Even more columns | That scroll |
| :-- | ---- | ----: | :-------: | ----- | ---- | ----------------- | ----------- |
| F1  | nothing at all, but it says so | 1.0 | all | \`some.long.identifier\` | x | y | z |
| F2  | opens the menu | 2.1 | macOS | short | x | y | z |

### 読み方

<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>と<ruby>京都<rt>きょうと</rt></ruby>。請**注意：**這裡 と**「重要」**です。

\`\`\`ts
export const strip = { keys: 4, touch: true } // a long line of code that has to scroll sideways because it does not fit
\`\`\`

\`\`\`
no language
\`\`\`

<details><summary>More about it</summary>

Hidden **text** with a list:

- a
- b

</details>

<dl><dt>Term</dt><dd>What it means</dd><dt>Other</dt><dd>Another meaning</dd></dl>

<p align="center"><img src="https://a.example/shot.png" alt="Screenshot of the strip"><br>centred below</p>

---

## The rest

[^1]: The first note, with a [link](https://example.org).
[^long]: A longer note that has several words, so that it takes more than a single line on a narrow screen of a phone.

Back to [tasks](#tasks). Text goes on.
`
