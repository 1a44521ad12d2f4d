import { rawZip } from './raw-zip.ts'

export const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 144 144"><path d="M12 12h120v120z"/></svg>'
/** The folder of a pack, in the layout that docs.elgato.com/stream-deck/icons/api documents. */
const FOLDER = 'com.ada.orchard.sdIconPack'

const MANIFEST = {
  Name: 'Orchard',
  Version: '2.3.4.5',
  Description: 'Fruit for your keys',
  Author: 'Ada',
  URL: 'https://example.com/',
  Icon: 'icon.svg',
  License: 'license.txt',
}
const ICONS = [
  { path: 'apple.svg', name: 'Red apple', tags: ['fruit', 'breakfast'] },
  { path: 'pear.svg', name: 'Birne', tags: ['Obst'] },
]

type Changes = {
  /** Fields that differ in the manifest. */
  manifest?: Record<string, unknown>
  icons?: unknown
  /** Files by their paths in the folder; `null` removes one. */
  files?: Record<string, string | Buffer | null>
  /** Further entries of the archive. */
  beside?: Record<string, string>
}

/** An icon pack of the Stream Deck application. */
export function buildStreamDeckPack({ manifest, icons = ICONS, files, beside = {} }: Changes = {}) {
  const inside: Record<string, string | Buffer | null> = {
    'manifest.json': JSON.stringify({ ...MANIFEST, ...manifest }),
    'icons.json': JSON.stringify(icons),
    'icon.svg': DRAWING,
    'license.txt': 'All rights reserved.',
    'icons/apple.svg': DRAWING,
    'icons/pear.svg': DRAWING,
    'previews/1-preview.png': Buffer.from('no picture that is read'),
    ...files,
  }
  const entries = Object.entries(inside).flatMap(([path, content]) =>
    content === null ? [] : [{ path: `${FOLDER}/${path}`, content }],
  )
  const others = Object.entries(beside).map(([path, content]) => ({ path, content }))
  return rawZip([...entries, ...others])
}
