import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cache } from 'react'
import { z } from 'zod'
import { OWN_PAGES, type OwnPage, ownPages } from '#lib/env.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'

/** Safe HTML, and a summary of at most 160 characters. */
type OwnText = { html: string; summary: string }

export const pageSchema = z.enum(OWN_PAGES)

/**
 * Reads a page written by the operator as HTML with headings from `h2`: the configured file, or its
 * translation (`imprint.fr.md` for `imprint.md`). `null` if there is none. Limited to 200 000
 * characters.
 * @throws Error if the file cannot be read; the operator finds it in the log.
 */
export const readPage = cache(async (locale: string, page: OwnPage): Promise<OwnText | null> => {
  const file = new Map(ownPages()).get(page)
  if (file === undefined) return null
  const { dir, name, ext } = path.parse(file)
  const own = path.join(dir, `${name}.${locale}${ext}`)
  const text = await readFile(own, 'utf8').catch(() => readFile(file, 'utf8'))
  // Descriptions have a heading of their own above; here only the page's title is above.
  const { html, summary } = await renderMarkdown(text, 'page')
  const raised = html.replaceAll(
    /(<\/?h)([3-6])>/g,
    (_, tag: string, level: string) => `${tag}${Number(level) - 1}>`,
  )
  return { html: raised, summary }
})
