import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { foreignFile } from '#tests/support/foreign-files.ts'
import { DRAWING } from '#tests/support/stream-deck.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { hostileJson } from './json.ts'
import { hostileValues } from './values.ts'

/** A file of a format of others: its name decides which readers look at it. */
export type ForeignFile = { name: string; bytes: Buffer }

const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
const key = fc.constantFrom(
  'sun',
  'moon',
  'a'.repeat(300),
  '__proto__',
  'constructor',
  '',
  'é',
  '../x',
)
const body = fc.oneof(
  fc.constantFrom('<path/>', '', '<defs>', '</defs><defs>', '</g></svg><script>', '<', '\u0000'),
  fc.integer({ min: 1, max: 3000 }).map((times) => '<defs></defs>'.repeat(times)),
)
const number = fc.constantFrom<unknown>(0, -1, 1.5, 24, 1e9, 1e308, '24', null)
const properties = {
  left: number,
  top: number,
  width: number,
  height: number,
  rotate: number,
  hFlip: fc.constantFrom<unknown>(true, false, 'x'),
  hidden: fc.constantFrom<unknown>(true, false, 1),
}
/** Aliases in chains and circles, of any length. */
const chain = fc
  .tuple(fc.integer({ min: 1, max: 5000 }), fc.constantFrom('sun', 'c0', 'lost'))
  .map(([length, root]) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `c${at}`,
        { parent: at === 0 ? root : `c${at - 1}`, rotate: 1 },
      ]),
    ),
  )
const iconifySet = fc.record(
  {
    prefix: fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>('a') }, hostileValues),
    icons: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.dictionary(
          key,
          fc.record({ body, ...properties }, { requiredKeys: ['body'] }),
        ),
      },
      hostileValues,
    ),
    aliases: fc.oneof(
      chain,
      fc.dictionary(key, fc.record({ parent: key, ...properties }, { requiredKeys: ['parent'] })),
      hostileValues,
    ),
    info: fc.oneof(
      fc.dictionary(fc.constantFrom('name', 'author', 'license', 'version'), hostileValues),
      hostileValues,
    ),
    categories: fc.oneof(fc.dictionary(key, fc.array(key)), hostileValues),
    width: number,
  },
  { requiredKeys: ['prefix', 'icons'] },
)
const iconify = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: iconifySet.map(text) },
      hostileJson.map((json) =>
        Buffer.from(`{"prefix":"a","icons":{"a":{"body":"x"}},"x":${json}}`),
      ),
    ),
    fc.constantFrom('a.json', 'a.iconpack'),
  )
  .map(([bytes, name]): ForeignFile => ({ name, bytes }))

const FOLDER = 'a.sdIconPack'
const path = fc.constantFrom(
  'icons/a.svg',
  'icons/A.svg',
  'icons/b/c.png',
  'icons/a.gif',
  'icon.svg',
  'previews/1.png',
  'license.txt',
  'x.bin',
)
const streamDeck = fc
  .record({
    manifest: fc.oneof(
      fc
        .dictionary(
          fc.constantFrom('Name', 'Version', 'Author', 'URL', 'Icon', 'License', 'Licence'),
          hostileValues,
        )
        .map(text),
      hostileJson.map((json) => Buffer.from(json)),
      fc.constant(Buffer.from('ELGATO\0\0\0')),
    ),
    icons: fc.oneof(
      fc
        .array(
          fc.record({
            path: fc.oneof(path, hostileValues),
            name: hostileValues,
            tags: fc.oneof(fc.array(hostileValues), hostileValues),
          }),
          { maxLength: 30 },
        )
        .map(text),
      hostileJson.map((json) => Buffer.from(json)),
    ),
    paths: fc.uniqueArray(path),
    folders: fc.constantFrom([FOLDER], [FOLDER, 'B.SDICONPACK'], [`x/${FOLDER}`]),
    name: fc.constantFrom('a.streamDeckIconPack', 'a.zip', 'a.iconpack'),
  })
  .map(({ manifest, icons, paths, folders, name }): ForeignFile => {
    const files = [
      { path: 'manifest.json', content: manifest },
      { path: 'icons.json', content: icons },
      ...paths.map((one) => ({ path: one, content: DRAWING })),
    ]
    const entries = folders.flatMap((folder) =>
      files.map(({ path: inside, content }) => ({
        path: `${folder}/${inside}`,
        content,
        isDeflated: true,
      })),
    )
    return { name, bytes: rawZip(entries) }
  })

/** Files that are kept unread, with other bytes at any place, or cut. */
const SEEDS = [
  () => foreignFile('sqlite'),
  () => gzipSync(text({ pages: Array.from({ length: 50 }, (_, at) => at) })),
  () => text({ pages: Array.from({ length: 50 }, (_, at) => at) }),
  () =>
    Buffer.from(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>${'<b/>'.repeat(50)}</a>`),
  () => foreignFile('infoZip'),
  () => rawZip([{ path: 'project.bin', content: Buffer.alloc(500, 7) }]),
]
const opaque = fc
  .record({
    seed: fc.constantFrom(...SEEDS),
    changes: fc.array(fc.tuple(fc.nat(10_000), fc.uint8Array({ minLength: 1, maxLength: 8 })), {
      maxLength: 6,
    }),
    cut: fc.option(fc.nat(10_000), { freq: 2 }),
    name: fc.constantFrom('a.flexbar', 'a.flexpage', 'a.iconpack'),
  })
  .map(({ seed, changes, cut, name }): ForeignFile => {
    const bytes = Buffer.from(seed())
    for (const [at, replaced] of changes)
      bytes.set(
        replaced.slice(0, Math.max(0, bytes.length - (at % bytes.length))),
        at % bytes.length,
      )
    return { name, bytes: cut === null ? bytes : bytes.subarray(0, cut % bytes.length) }
  })
const random = fc
  .tuple(
    fc.uint8Array({ maxLength: 400 }),
    fc.constantFrom('a.flexbar', 'a.iconpack', 'a.json', 'a.zip'),
  )
  .map(([bytes, name]): ForeignFile => ({ name, bytes: Buffer.from(bytes) }))
const markup = fc
  .array(
    fc.constantFrom(
      '<',
      '>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<!DOCTYPE ',
      '[',
      ']',
      ' ',
      'a',
      ':',
      '"',
      '\u0000',
      '<svg',
      '\n',
    ),
    { maxLength: 3000 },
  )
  .map((parts): ForeignFile => ({
    name: 'a.flexbar',
    bytes: Buffer.from(parts.join('').padEnd(64)),
  }))

/** Files of others for every reader: Iconify, Stream Deck, kept unread, random bytes, markup. */
export const hostileForeignFiles = fc.oneof(iconify, streamDeck, opaque, random, markup)
