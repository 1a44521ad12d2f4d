import * as z from 'zod/mini'
import { readData } from '#lib/browser/envelope.ts'
import { parseJson } from '#lib/browser/storage.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { TERM_MAX } from '#lib/contract/limits.ts'

/*
 * Suggestions while typing: the answer of `/api/suggestions` and the recent searches. In the small
 * form of zod, since the browser loads it.
 */

const suggestionSchema = z.object({
  href: z.string().check(z.startsWith('/')),
  title: z.string(),
  /** The `lang` attribute of the title. */
  lang: z.string(),
  /** Ranges of the title to highlight. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  author: z.string(),
  kind: z.enum(KINDS),
  kindName: z.string(),
  image: z.object({ src: z.string() }),
})
export type SearchSuggestion = z.infer<typeof suggestionSchema>

const iconSchema = z.object({
  href: z.string().check(z.startsWith('/')),
  name: z.string(),
  /** Title of its pack. */
  pack: z.string(),
  src: z.string().check(z.startsWith('/')),
  /** Ground that it needs (`DRAWING_TONES`). */
  tone: z.string(),
})
export type SuggestedIcon = z.infer<typeof iconSchema>

const suggestionsSchema = z.object({
  items: z.array(suggestionSchema),
  icons: z.array(iconSchema),
  /** Number of suggestions as a sentence for screen readers. */
  status: z.string(),
})
export type Suggestions = z.infer<typeof suggestionsSchema>

/** Reads the suggestions of a response. @throws if the call failed or the answer is malformed. */
export const readSuggestions = (response: Response): Promise<Suggestions> =>
  readData(response, suggestionsSchema)

/** Number of recent searches that the browser stores. */
const RECENT_MAX = 8
const recentSchema = z.array(z.string().check(z.minLength(1), z.maxLength(TERM_MAX)))

/** Recent searches of a stored text, the latest first; none if it is malformed. */
export function parseRecent(stored: string | null): string[] {
  const terms = parseJson(stored, (value) => z.safeParse(recentSchema, value).data)
  return terms?.slice(0, RECENT_MAX) ?? []
}

/** Recent searches after a search for `term`; the same term in other letter case is replaced. */
export function withRecent(recent: string[], term: string): string[] {
  const others = recent.filter((other) => other.toLowerCase() !== term.toLowerCase())
  return [term.slice(0, TERM_MAX), ...others].slice(0, RECENT_MAX)
}
