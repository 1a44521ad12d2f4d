import { readFile } from 'node:fs/promises'
import type { IconSet } from './icon-set.ts'

/** The copyright line that each set's licence asks to be kept with the drawings. */
const COPYRIGHT: Record<string, string> = {
  Lucide:
    'Copyright (c) Lucide Icons and Contributors\nPortions from Feather (MIT): Copyright (c) Cole Bemis',
  'Tabler Icons': 'Copyright (c) 2020-2026 Paweł Kuna',
  Phosphor: 'Copyright (c) 2023 Phosphor Icons',
  'Bootstrap Icons': 'Copyright (c) 2019-2024 The Bootstrap Authors',
  Iconoir: 'Copyright (c) 2021 Luca Burgio',
  Pixelarticons: 'Copyright (c) 2019 Gerrit Halfmann',
  'Remix Icon': 'Copyright (c) Remix Design',
  'Material Design Icons': 'Copyright (c) Pictogrammers',
}

/** Whom the set's licence asks to be named, in a sentence. */
export function attributionOf(set: IconSet): string {
  return `Icons from ${set.name} by ${set.author} (${set.license}), ${set.url}`
}

/** `LICENSE.txt` of a container: who drew the icons, and the whole text they are licensed under. */
export async function licenceText(set: IconSet): Promise<string> {
  const text = await readFile(new URL(`licences/${set.license}.txt`, import.meta.url), 'utf8')
  const copyright = COPYRIGHT[set.name] ?? `Copyright (c) ${set.author}`
  return [
    `${attributionOf(set)}.`,
    `The drawings are unchanged. Licence of the set: ${set.licenseUrl}`,
    '',
    `${set.license} License`,
    '',
    copyright,
    '',
    text,
  ].join('\n')
}
