import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cache } from 'react'
import { z } from 'zod'
import { OWN_PAGES, type OwnPage, ownPages } from '#lib/env.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'

export const pageSchema = z.enum(OWN_PAGES)

/**
 * A page that the operator has written, as HTML whose headings begin at `h2`: the file that a variable
 * names, or the one beside it for the language (`imprint.fr.md` beside `imprint.md`). `null` where
 * there is none. A page longer than 200 000 characters is cut.
 * @throws Error where the file cannot be read: the operator reads it in the log.
 */
export const readPage = cache(async (locale: string, page: OwnPage): Promise<string | null> => {
  const file = new Map(ownPages()).get(page)
  if (file === undefined) return null
  const { dir, name, ext } = path.parse(file)
  const own = path.join(dir, `${name}.${locale}${ext}`)
  const text = await readFile(own, 'utf8').catch(() => readFile(file, 'utf8'))
  // A description stands below a heading of its own; here the page's title is the only one above.
  const { html } = await renderMarkdown(text, 'page')
  return html.replaceAll(
    /(<\/?h)([3-6])>/g,
    (_, tag: string, level: string) => `${tag}${Number(level) - 1}>`,
  )
})
