import type { Database } from '#backend/db/connect.ts'
import { fileDrawings, fileIcons, files } from '#backend/db/tables.ts'
import { iconUrl } from '#backend/services/file/url.ts'
import { drawingState } from '#backend/services/icon/drawing-state.ts'
import { DRAWING_TONES } from '#lib/contract/file/contents.ts'
import type { MatchedIcon, Matches, TextRange } from '#lib/contract/search.ts'
import { plainText } from '#lib/text/plain.ts'
import { derivedForms } from '#backend/text/forms.ts'
import { indexTokens } from '#backend/text/tokens.ts'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { anyLexemeQuery } from './token-query.ts'
import { entriesOf, type ExpandedToken } from './expanded-token.ts'
import { BEGUN } from './vocabulary-entry.ts'

const RANGES_MAX = 50
/** Characters (UTF-16 units) of a snippet before its first match. */
const SNIPPET_LEAD = 60
/** Maximum length of a snippet in UTF-16 units. */
const SNIPPET_MAX = 200
/** Characters of a description that are searched for matches, for each result of each page. */
const SEARCHED_MAX = 2000

/** Every word that the tokens of a query match. */
export function matchedWords(tokens: ExpandedToken[]): Set<string> {
  return new Set(tokens.flatMap(entriesOf).map(({ word }) => word))
}

/** Where the words occur in a title, and the snippet of tagline and description around its first match. */
export function findMatches(
  { title, tagline, description }: { title: string; tagline: string; description: string },
  words: Set<string>,
): Pick<Matches, 'title' | 'snippet'> {
  return {
    title: findRanges(title, words),
    snippet: createSnippet(
      [tagline, plainText(description.slice(0, SEARCHED_MAX))].filter(Boolean).join(' · '),
      words,
    ),
  }
}

function findRanges(text: string, words: Set<string>): TextRange[] {
  const ranges: TextRange[] = []
  const begun = [...words].flatMap((word) => (word.endsWith(BEGUN) ? [word.slice(0, -1)] : []))
  const isMatch = (form: string) =>
    words.has(form) || begun.some((beginning) => form.startsWith(beginning))
  const matches = [...indexTokens(text), ...derivedForms(text)]
    .filter(({ term, alternatives }) => [term, ...alternatives].some(isMatch))
    .toSorted((a, b) => a.start - b.start)
  for (const { start, end } of matches) {
    const last = ranges.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else if (ranges.length < RANGES_MAX) ranges.push([start, end])
  }
  return ranges
}

function createSnippet(text: string, words: Set<string>): Matches['snippet'] {
  const matches = findRanges(text, words)
  const [first] = matches
  if (!first) return null
  const from = snippetStart(text, first[0])
  const piece = text.slice(from, from + SNIPPET_MAX).toWellFormed()
  const prefix = from > 0 ? '…' : ''
  const suffix = from + SNIPPET_MAX < text.length ? '…' : ''
  const ranges = matches
    .map(([start, end]): TextRange => [start - from, Math.min(end - from, piece.length)])
    .filter(([start, end]) => start >= 0 && start < end)
    .map(([start, end]): TextRange => [start + prefix.length, end + prefix.length])
  return { text: prefix + piece + suffix, ranges }
}

/** The start of a word up to `SNIPPET_LEAD` before the match; no character is split. */
function snippetStart(text: string, match: number): number {
  const earliest = match - SNIPPET_LEAD
  if (earliest <= 0) return 0
  const space = text.lastIndexOf(' ', earliest)
  return earliest - space < SNIPPET_LEAD ? space + 1 : match
}

/** Icons of a pack that are listed as matches. */
const ICONS_MAX = 5
const rowsSchema = z.array(
  z.object({
    file: z.string(),
    name: z.string(),
    label: z.string().nullable(),
    drawingsVersion: z.number(),
    refused: z.string().nullable(),
    tone: z.enum(DRAWING_TONES).nullable(),
  }),
)

/** The first icons of each file whose names contain one of the words, with their drawings, by file id. */
export async function findMatchedIcons(
  db: Database,
  fileIds: (string | null)[],
  words: Set<string>,
): Promise<Map<string, MatchedIcon[]>> {
  const icons = new Map<string, MatchedIcon[]>()
  const ids = fileIds.filter((id) => id !== null)
  if (ids.length === 0 || words.size === 0) return icons
  const query = anyLexemeQuery([...words])
  const { rows } = await db.execute(sql`
    SELECT numbered.file_id AS file, numbered.name, numbered.label, files.drawings_version AS "drawingsVersion",
      drawing.refused, drawing.tone
    FROM (
      SELECT file_id, name, label, row_number() OVER (PARTITION BY file_id ORDER BY position) AS place
      FROM ${fileIcons}
      WHERE file_id = ANY(${sql.param(ids)}::text[]) AND terms @@ ${query}::tsquery
    ) AS numbered
    JOIN ${files} ON files.id = numbered.file_id
    LEFT JOIN ${fileDrawings} AS drawing
      ON drawing.file_id = numbered.file_id AND drawing.name = numbered.name
    WHERE place <= ${ICONS_MAX} ORDER BY numbered.file_id, place`)
  for (const { file, name, label, refused, tone, ...drawings } of rowsSchema.parse(rows)) {
    const url = iconUrl({ id: file, ...drawings }, name)
    const icon = { name, ...(label !== null && { label }), url, ...drawingState(refused, tone) }
    icons.set(file, [...(icons.get(file) ?? []), icon])
  }
  return icons
}
