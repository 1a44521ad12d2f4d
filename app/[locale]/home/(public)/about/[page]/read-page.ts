import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cache } from 'react'
import { z } from 'zod'
import { OWN_PAGES, type OwnPage, textIn } from '#lib/contract/admin/settings.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { ownPages, shownSettings } from '#lib/env.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'

/** Safe HTML, and a summary of at most 160 characters. */
type OwnText = { html: string; summary: string }

export const pageSchema = z.enum(OWN_PAGES)

/**
 * Reads a page written by the operator as HTML with headings from `h2`: the configured file, or its
 * translation (`imprint.fr.md` for `imprint.md`); without a file, the text of the settings. `null` if there is none. Limited to 200 000
 * characters.
 * @throws Error if the file cannot be read; the operator finds it in the log.
 */
export const readPage = cache(async (locale: Locale, page: OwnPage): Promise<OwnText | null> => {
  const file = new Map(ownPages()).get(page)
  if (file === undefined) return null
  const text =
    file === null ? textIn(shownSettings(), page, locale)?.text : await read(file, locale)
  if (text === undefined) return null
  const { html, summary } = await renderMarkdown(text, 'page')
  return { html, summary }
})

function read(file: string, locale: Locale): Promise<string> {
  const { dir, name, ext } = path.parse(file)
  const own = path.join(dir, `${name}.${locale}${ext}`)
  return readFile(own, 'utf8').catch(() => readFile(file, 'utf8'))
}
