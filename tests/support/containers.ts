import { DEVICE } from '#lib/contract/file/container.ts'
import { zip } from '#demo/archive.ts'
import { rawZip } from './raw-zip.ts'

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h24v24z"/></svg>'

const head = {
  format_version: 1,
  name: 'Orchard',
  version: '2.1.0',
  author: 'Ada',
  minimum_version: '1.2.0',
  license: 'MIT',
}
const key = {
  x: 0,
  width: 100,
  icon: null,
  label: 'Sun',
  background: '#000000',
  foreground: '#ffffff',
  action: { type: 'hotkey', keys: ['a'] },
}
type Overrides = Record<string, unknown>

/** A key of a page. */
export const buildKey = (overrides: Overrides = {}) => ({ ...key, ...overrides })

const SOURCE = { name: 'Orchard', author: 'Ada', url: 'https://example.com/' }

/** The manifest of a pack with two icons, or of a profile or page with one key. */
export function buildManifest(
  format: 'iconpack' | 'profile' | 'flexpage',
  overrides: Overrides = {},
) {
  const icons = ['sun', 'moon'].map((name) => ({ name, file: `icons/${name}.svg` }))
  const pages = [{ id: 'one', name: 'Main', keys: [buildKey()] }]
  const own = format === 'iconpack' ? { source: SOURCE, icons } : { device: DEVICE, pages }
  return { format, ...head, ...own, ...overrides }
}

/** An archive whose first entry is the manifest, if there is one. */
export function buildContainer(
  manifest: unknown,
  files: string[] = ['icons/sun.svg', 'icons/moon.svg'],
) {
  const content = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
  const first = manifest === null ? [] : [{ path: 'manifest.json', content }]
  return rawZip([...first, ...files.map((path) => ({ path, content: SVG }))])
}

const FILES = {
  icon: ['icons/sun.svg', 'icons/moon.svg'],
  profile: [],
  flexpage: [],
}
const FORMATS = { icon: 'iconpack', profile: 'profile', flexpage: 'flexpage' } as const

/** A project file in the standard format; with `size`, of exactly that many bytes. */
export function buildStandardFile(
  kind: keyof typeof FORMATS,
  size?: number,
  fill = Buffer.from('7'),
) {
  const entries = [
    { path: 'manifest.json', content: JSON.stringify(buildManifest(FORMATS[kind])) },
    ...FILES[kind].map((path) => ({ path, content: SVG })),
  ]
  if (size === undefined) return rawZip(entries)
  const license = (length: number) => ({
    path: 'LICENSE.txt',
    content: Buffer.alloc(length, fill),
  })
  const rest = rawZip([...entries, license(0)]).length
  return rawZip([...entries, license(size - rest)])
}

/** The file of an icon pack without a manifest, with icons of these names. */
export async function buildIconPack(...names: string[]) {
  const bytes = await zip(names.map((name) => ({ path: `icons/${name}.svg`, content: SVG })))
  return { name: 'pack.iconpack', bytes }
}

/** A package of a plugin. `manifest` replaces fields of the manifest; `files` are added, with contents by path. */
export function buildPackage(
  base: string,
  manifest: Overrides = {},
  files: Record<string, string | Buffer> = { 'backend/plugin.cjs': '//' },
) {
  const content = JSON.stringify({ ...JSON.parse(base), ...manifest })
  const others = Object.entries(files).map(([path, text]) => ({ path, content: text }))
  return rawZip([{ path: 'manifest.json', content }, ...others])
}
