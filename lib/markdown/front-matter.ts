import { parse } from 'yaml'
import { z } from 'zod'

/** Longest front matter that is read, in UTF-16 units. */
const FRONT_MATTER_MAX = 4000
const FENCED = /^\ufeff?---[ \t]*\n((?:(?!---[ \t]*\n)[^\n]*\n){1,200})---[ \t]*(?:\n|$)/

const line = z.string().trim().min(1).max(300).optional().catch(undefined)
const language = line.transform((tag) =>
  tag !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(tag) ? tag : undefined,
)
const frontMatterSchema = z.object({ title: line, language, lang: language })

/** Title and language that a document states of itself. */
export type FrontMatter = { title?: string | undefined; language?: string | undefined }

/** Takes front matter (YAML between lines of `---`) off the start of a text. What is no mapping is text. */
export function splitFrontMatter(text: string): { text: string; frontMatter: FrontMatter | null } {
  const [fenced = '', yaml = ''] = FENCED.exec(text) ?? []
  if (fenced === '' || yaml.length > FRONT_MATTER_MAX) return { text, frontMatter: null }
  try {
    const {
      title,
      language: own,
      lang,
    } = frontMatterSchema.parse(parse(yaml, { schema: 'failsafe' }))
    return { text: text.slice(fenced.length), frontMatter: { title, language: own ?? lang } }
  } catch {
    return { text, frontMatter: null }
  }
}
