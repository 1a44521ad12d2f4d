import * as z from 'zod/mini'

/*
 * What is shown while somebody types: the answer of `/api/suggestions`, and what the browser keeps.
 * In the small form of zod, because the browser reads it too.
 */

/** Where suggestions come from; `q` and `locale` in the query. */
export const SUGGESTIONS_PATH = '/api/suggestions'

const suggestionSchema = z.object({
  href: z.string().check(z.startsWith('/')),
  title: z.string(),
  /** What to mark in the title. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  author: z.string(),
  kind: z.enum(['icon', 'plugin', 'profile', 'flexpage']),
  kindName: z.string(),
  image: z.object({ src: z.string() }),
})
export type Suggestion = z.infer<typeof suggestionSchema>

const suggestionsSchema = z.object({
  items: z.array(suggestionSchema),
  /** How many there are, in words, for those who do not see them. */
  status: z.string(),
})
export type Suggestions = z.infer<typeof suggestionsSchema>

/** `code` decides here as everywhere; what is no answer gives `null`. */
export function parseSuggestions(body: unknown): Suggestions | null {
  const parsed = z.safeParse(z.object({ code: z.literal(200), data: suggestionsSchema }), body)
  return parsed.success ? parsed.data.data : null
}

/** So many searches are kept in the browser. */
const RECENT_MAX = 8
const recentSchema = z.array(z.string().check(z.minLength(1), z.maxLength(200)))

/** The recent searches that a stored text holds, the last one first; none for any other text. */
export function parseRecent(stored: string | null): string[] {
  try {
    return z.parse(recentSchema, JSON.parse(stored ?? '[]')).slice(0, RECENT_MAX)
  } catch {
    return []
  }
}

/** The recent searches after one for this term. */
export function withRecent(recent: string[], term: string): string[] {
  const kept = recent.filter((one) => one.toLowerCase() !== term.toLowerCase())
  return [term.slice(0, 200), ...kept].slice(0, RECENT_MAX)
}
