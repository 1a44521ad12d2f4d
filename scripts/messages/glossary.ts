import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'

/** A word or phrase; `*` stands for any letters, for inflections and compounds. */
const form = z.string().min(2)
const termSchema = z.strictObject({
  /** The translations, one per meaning, with their inflections. */
  term: z.record(z.enum(LOCALES), z.array(form).min(1)),
  /** Synonyms that are not used for anything on the site. */
  never: z.partialRecord(z.enum(LOCALES), z.array(form)).default({}),
  /** What the term means here, or why its synonyms are not used: for who translates the next message. */
  why: z.string().default(''),
  /** Keys of messages that leave the term out in a language; `en`: that use it in another sense. */
  except: z.partialRecord(z.enum(LOCALES), z.array(z.string())).default({}),
})
export const glossarySchema = z.record(z.string(), termSchema)
export type Glossary = z.infer<typeof glossarySchema>

export function readGlossary(): Glossary {
  const file = new URL('../../messages/glossary.json', import.meta.url)
  return glossarySchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

type Messages = ReadonlyMap<string, string>

/** Shortest reason that says something, in characters. */
const WHY_MIN = 10

/** Terms without a reason: the next translator would have to guess it. */
export const unexplainedTerms = (glossary: Glossary): string[] =>
  Object.keys(glossary).filter((name) => (glossary[name]?.why.trim().length ?? 0) < WHY_MIN)

/** Where a translation does not use the term of the glossary, or a language a synonym that is never used. */
export function glossaryIssues(
  glossary: Glossary,
  locale: Locale,
  reference: Messages,
  messages: Messages,
): [key: string, issue: string][] {
  const keys = new Set(reference.keys())
  return Object.entries(glossary).flatMap(([name, { term, never, except }]) => {
    const [english, translated] = [toPattern('en', term.en), toPattern(locale, term[locale])]
    const synonyms = never[locale] && toPattern(locale, never[locale])
    const exceptions = new Set([...(except.en ?? []), ...(except[locale] ?? [])])
    const found = [...messages].flatMap(([key, message]): [string, string][] => {
      const [text, source] = [proseOf(message), proseOf(reference.get(key) ?? '')]
      const lacks = !exceptions.has(key) && english.test(source) && !translated.test(text)
      const synonym = synonyms?.exec(text)?.[0]
      return [
        ...(lacks ? [[key, `lacks “${term[locale].join('”, “')}” for “${name}”`] as const] : []),
        ...(synonym ? [[key, `has “${synonym}” instead of “${term[locale][0]}”`] as const] : []),
      ].map(([at, issue]): [string, string] => [at, issue])
    })
    const unknown = [...exceptions].filter((key) => !keys.has(key))
    return [
      ...found,
      ...unknown.map((key): [string, string] => [
        key,
        `is an exception of “${name}”, but no message`,
      ]),
    ]
  })
}

/** The message without names of arguments and tags. */
const proseOf = (message: string) => message.replaceAll(/\{\w+(?=[,}])|<\/?\w+>/g, ' ')

/** Languages that do not separate words. */
const UNSEPARATED: Locale[] = ['zh-cn', 'ja']

function toPattern(locale: Locale, forms: string[]): RegExp {
  const alternatives = forms.map((one) => RegExp.escape(one).replaceAll('\\*', '\\p{L}*')).join('|')
  if (UNSEPARATED.includes(locale)) return new RegExp(alternatives, 'iu')
  // In English, “pre-release” is another term than “release”.
  const bound = locale === 'en' ? '[\\p{L}-]' : '\\p{L}'
  return new RegExp(`(?<!${bound})(?:${alternatives})(?!${bound})`, 'iu')
}
