import { DEVICE } from '#lib/contract/container.ts'
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
type Said = Record<string, unknown>

/** A key of a page; what matters to a test is said. */
export const aKey = (said: Said = {}) => ({ ...key, ...said })

const SOURCE = { name: 'Orchard', author: 'Ada', url: 'https://example.com/' }

/** The manifest of a pack with two icons, or of a profile or page with one key. */
export function aManifest(format: 'iconpack' | 'profile' | 'flexpage', said: Said = {}) {
  const icons = ['sun', 'moon'].map((name) => ({ name, file: `icons/${name}.svg` }))
  const pages = [{ id: 'one', name: 'Main', keys: [aKey()] }]
  const own = format === 'iconpack' ? { source: SOURCE, icons } : { device: DEVICE, pages }
  return { format, ...head, ...own, ...said }
}

/** Files with this manifest in front, where there is one. */
export function containerOf(
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

/** A file of a kind as the standard says; with `size`, of exactly so many bytes. */
export function standardFile(kind: keyof typeof FORMATS, size?: number, fill = Buffer.from('7')) {
  const entries = [
    { path: 'manifest.json', content: JSON.stringify(aManifest(FORMATS[kind])) },
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
