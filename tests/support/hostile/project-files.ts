import * as fc from 'fast-check'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { hostileValues } from './values.ts'

/** Names of files that differ for a computer and look alike, or that are cut, folded or kept apart somewhere. */
const name = fc.oneof(
  fc.constantFrom('\u00e9', 'e\u0301', 'E\u0301', './\u00e9'),
  fc.constantFrom('sun', 'SUN', './sun'),
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'moon',
      'con',
      '__proto__',
      'constructor',
      'a b',
      'a-b',
      'a_b',
      '-',
      '\u{1f31e}',
      `${'a'.repeat(99)}\u{1f31e}`,
      'a'.repeat(150),
      `${'a'.repeat(150)}b`,
      '\u0130',
      'ı',
      'ß',
      'ss',
      'ﬁ',
      'fi',
      'K',
      'a\u202egvs',
      'a\u0007',
      '\ufeff',
    ),
  },
)
const folder = fc.constantFrom(
  '',
  '',
  '',
  'icons/',
  'icons/',
  'Icons/',
  './icons/',
  'a/b/',
  '\u00e9/',
  'e\u0301/',
)
const extension = fc.constantFrom('.svg', '.svg', '.svg', '.SVG', '.png', '')
const path = fc.tuple(folder, name, extension).map((parts) => parts.join(''))
const content = fc.constantFrom(SVG, '<svg/>', '', 'x', '\0', SVG.repeat(20))

const FIELDS = {
  iconpack: ['icons', 'source', 'name', 'version', 'author', 'license', 'attribution'],
  profile: ['pages', 'device', 'name', 'version', 'minimum_version', 'author'],
  flexpage: ['pages', 'name', 'license', 'attribution', 'format_version'],
} as const
const FORMATS = { icon: 'iconpack', profile: 'profile', flexpage: 'flexpage' } as const
export type HostileKind = keyof typeof FORMATS

/** A project file of a kind whose names and manifest are on the edge of what is allowed, or beyond it. */
export const hostileProjectFiles = fc
  .constantFrom<HostileKind>('icon', 'profile', 'flexpage')
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      paths: fc.array(path, { minLength: 1, maxLength: 8 }),
      content,
      /** Replaced parts of a valid manifest; `null` for an archive without one. */
      changes: fc.option(
        fc.array(fc.tuple(fc.constantFrom(...FIELDS[FORMATS[kind]]), hostileValues), {
          maxLength: 2,
        }),
        { freq: 3 },
      ),
      /** Which parts below the fields are replaced as well, and by what. */
      deep: fc.option(fc.tuple(fc.nat(40), hostileValues), { freq: 2 }),
      isMarked: fc.boolean(),
    }),
  )
  .map(({ kind, paths, content, changes, deep, isMarked }) => {
    const icons = paths.map((file) => ({ name: file.slice(0, 100), file }))
    const own = kind === 'icon' ? { icons } : {}
    const valid = buildManifest(FORMATS[kind], own)
    const changed = replaceNth({ ...valid, ...Object.fromEntries(changes ?? []) }, deep)
    const manifest = { path: 'manifest.json', content: JSON.stringify(changed) }
    const files = paths.map((one) => ({ path: one, content, isMarked }))
    return { kind, bytes: rawZip([...(changes === null ? [] : [manifest]), ...files]) }
  })

/** Replaces the nth leaf of a value. */
export function replaceNth(value: unknown, change: [number, unknown] | null): unknown {
  if (change === null) return value
  let [left] = change
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace)
    if (typeof part === 'object' && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, replace(one)]))
    }
    left -= 1
    return left === -1 ? change[1] : part
  }
  return replace(value)
}
