import { z } from 'zod'
import type { ProjectLanguage } from '#lib/contract/language.ts'
import { fill, readContent } from './content.ts'

const VIEWS = ['cover', 'sheet', 'sizes', 'onKeys', 'strip', 'page', 'keys'] as const
export type View = (typeof VIEWS)[number]
/** What a project consists of. */
export type ProjectPart = 'icon' | 'key'

const notesSchema = z.strictObject({ first: z.string(), added: z.string(), addedMore: z.string() })
const textsSchema = z.strictObject({
  pictures: z.record(z.enum(VIEWS), z.string()),
  notes: z.strictObject({ icon: notesSchema, key: notesSchema }),
})
/** Sentences by language; English for other languages. */
const TEXTS = readContent(
  'sentences',
  z.object({ en: textsSchema }).catchall(textsSchema.optional()),
)

/** The alternative text of a picture, in the project's language. */
export function alternative(language: ProjectLanguage, view: View, title: string): string {
  return fill((TEXTS[language] ?? TEXTS.en).pictures[view], { title })
}

/** Names that are listed before the others are counted. */
const NAMED = 4

/**
 * Notes of a version with `count` parts, in the language of its project.
 * @param added names of the parts that the version added; `null` for the first version.
 */
export function versionNotes(
  language: ProjectLanguage,
  part: ProjectPart,
  { count, added }: { count: number; added: string[] | null },
): string {
  const texts = (TEXTS[language] ?? TEXTS.en).notes[part]
  if (!added) return fill(texts.first, { count })
  const names = added.slice(0, NAMED).join(/^(?:ja|zh)/.test(language) ? '、' : ', ')
  const more = added.length - NAMED
  return fill(more > 0 ? texts.addedMore : texts.added, { count, names, more })
}
