import { readFile } from 'node:fs/promises'
import type { IconSet } from './icon-set.ts'

type Notice = {
  copyright: string
  /** Parts of the set by other authors, each with its own licence. */
  parts?: { what: string; licence: string; copyright: string }[]
}

/**
 * The notices that the licences of the sets require, verbatim from the packages (compared on
 * 2026-11-21). Remix Icon 4.9 and later has a licence that forbids packs; the set stays at the last
 * release under Apache-2.0.
 */
const NOTICES: Record<string, Notice> = {
  Lucide: {
    copyright: 'Copyright (c) 2026 Lucide Icons and Contributors',
    parts: [
      {
        what: 'Some of the drawings are derived from the Feather project:',
        licence: 'MIT',
        copyright: 'Copyright (c) 2013-present Cole Bemis',
      },
    ],
  },
  'Tabler Icons': { copyright: 'Copyright (c) 2020-2026 Paweł Kuna' },
  Phosphor: { copyright: 'Copyright (c) 2023 Phosphor Icons' },
  'Bootstrap Icons': { copyright: 'Copyright (c) 2019-2024 The Bootstrap Authors' },
  Iconoir: { copyright: 'Copyright (c) 2021 Luca Burgio' },
  Pixelarticons: { copyright: 'Copyright (c) 2019 Gerrit Halfmann' },
  'Remix Icon': { copyright: 'Copyright (c) Remix Design' },
  'Material Design Icons': { copyright: 'Copyright (c) Pictogrammers' },
}

/** The attribution that the licence of the set requires. */
export function attributionOf(set: IconSet): string {
  return `Icons from ${set.name} by ${set.author} (${set.license}), ${set.url}`
}

/** `LICENSE.txt` of a container: attribution and full licence text. */
export async function licenceText(set: IconSet): Promise<string> {
  const { copyright, parts = [] } = NOTICES[set.name] ?? {
    copyright: `Copyright (c) ${set.author}`,
  }
  const sections = [
    `${attributionOf(set)}.\nThe drawings are unchanged. Licence of the set: ${set.licenseUrl}`,
    await noticeOf(set.license, copyright),
  ]
  for (const part of parts) {
    sections.push(part.what, await noticeOf(part.licence, part.copyright))
  }
  return sections.join('\n\n')
}

async function noticeOf(licence: string, copyright: string): Promise<string> {
  const text = await readFile(new URL(`licences/${licence}.txt`, import.meta.url), 'utf8')
  return `${licence} License\n\n${copyright}\n\n${text}`
}
