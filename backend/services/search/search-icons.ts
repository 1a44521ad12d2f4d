import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DRAWING_TONES } from '#lib/contract/contents.ts'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import { languageSchema } from '#lib/contract/project.ts'
import type { IconSearchQuery, IconSearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { fileIcons, searchDocuments } from '#backend/db/search-schema.ts'
import { iconUrl } from '#backend/services/file/url.ts'
import { drawingState } from '#backend/services/icon/drawing-state.ts'
import { quoteLexeme } from '#backend/services/search-index/document.ts'
import { WHOLE_NAME } from '#backend/services/search-index/icon-terms.ts'
import { allTokens, queryTokens } from '#backend/text/tokens.ts'
import {
  entriesOf,
  type ExpandedToken,
  expandTokens,
  type VocabularyEntry,
} from './expand-tokens.ts'
import { decodeIconCursor, encodeIconCursor, type IconCursor } from './icon-cursor.ts'

/** The contract limits icon names to this length; a `tsquery` holds at most 2046 bytes. */
const NAME_MAX = 100

const entrySchema = z.object({
  rank: z.number(),
  position: z.number(),
  name: z.string(),
  file: z.string(),
  refused: z.string().nullable(),
  tone: z.enum(DRAWING_TONES).nullable(),
  project: z.object({
    id: z.string(),
    title: z.string(),
    language: languageSchema.nullable(),
    author: z.object({ uid: z.string(), name: z.string() }),
  }),
})
type Entry = z.infer<typeof entrySchema> & { tier: number }

/**
 * Icons of all packs, in tiers: the term is the name; all tokens are in the name; the last token as a
 * prefix; words one letter away. Within a tier, icons of popular packs come first. At most
 * `TOTAL_EXACT_MAX` icons of a tier are read.
 * @throws InvalidInputError for an invalid cursor.
 */
export async function searchIcons(db: Database, query: IconSearchQuery): Promise<IconSearchResult> {
  const after = query.after === undefined ? undefined : decodeIconCursor(query.after)
  const { tokens, isCut: term_is_cut } = queryTokens(query.q)
  const expanded = await expandTokens(db, tokens)
  if (expanded.length === 0) {
    return { items: [], total: 0, total_is_estimate: false, next: null, term_is_cut }
  }
  const tiers = tierQueries(query.q, expanded)
  const [total, page] = await Promise.all([
    countMatches(db, tiers),
    readPage(db, tiers, after, query.limit + 1),
  ])
  const entries = page.slice(0, query.limit)
  return {
    items: entries.map(toItem),
    total: Math.min(total, TOTAL_EXACT_MAX),
    total_is_estimate: total > TOTAL_EXACT_MAX,
    next: page.length > query.limit ? nextCursor(entries.at(-1)) : null,
    term_is_cut,
  }
}

const toItem = ({ name, file, refused, tone, project }: Entry) => ({
  name,
  url: iconUrl(file, name),
  ...drawingState(refused, tone),
  project,
})

const nextCursor = (last: Entry | undefined) =>
  last ? encodeIconCursor(['icons', last.tier, last.rank, last.project.id, last.position]) : null

async function readPage(
  db: Database,
  tiers: string[],
  after: IconCursor | undefined,
  limit: number,
): Promise<Entry[]> {
  const page: Entry[] = []
  for (let tier = after?.[1] ?? 0; tier < tiers.length && page.length < limit; tier += 1) {
    const tierAfter = after?.[1] === tier ? after : undefined
    page.push(...(await readTier(db, tiers, tier, tierAfter, limit - page.length)))
  }
  return page
}

const totalSchema = z.tuple([z.object({ total: z.number() })])

/** Counts up to `TOTAL_EXACT_MAX + 1` matches. The last tier includes all others but the first. */
async function countMatches(db: Database, tiers: string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM ${fileIcons} WHERE ${matches(tiers[0])} OR ${matches(tiers.at(-1))}
      LIMIT ${TOTAL_EXACT_MAX + 1}
    ) AS matching`)
  return totalSchema.parse(rows)[0].total
}

async function readTier(
  db: Database,
  tiers: string[],
  tier: number,
  after: IconCursor | undefined,
  limit: number,
): Promise<Entry[]> {
  const notEarlier = tiers.slice(0, tier).map((query) => sql`AND NOT ${matches(query)}`)
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT file_id, name, position FROM ${fileIcons}
      WHERE ${matches(tiers[tier])} ${sql.join(notEarlier, sql` `)}
      LIMIT ${TOTAL_EXACT_MAX}
    ), page AS MATERIALIZED (
      SELECT matching.*, document.rank, document.project_id
      FROM matching JOIN ${searchDocuments} AS document ON document.file_id = matching.file_id
      WHERE ${isAfter(after)}
      ORDER BY rank DESC, project_id DESC, position LIMIT ${limit}
    )
    SELECT rank, position, page.name, page.file_id AS file, drawing.refused,
      drawing.tone, jsonb_build_object('id', project_id,
      'title', title, 'language', language, 'author', jsonb_build_object('uid', uid, 'name', author.name)) AS project
    FROM page
    JOIN ${projects} AS project ON project.id = project_id
    JOIN ${authors} AS author ON author.uid = project.author_uid
    LEFT JOIN ${fileDrawings} AS drawing
      ON drawing.file_id = page.file_id AND drawing.name = page.name
    ORDER BY rank DESC, project_id DESC, position`)
  return z
    .array(entrySchema)
    .parse(rows)
    .map((entry) => ({ ...entry, tier }))
}

const matches = (query = '') => sql`terms @@ ${query}::tsquery`

/** The `tsquery` of each tier, the best tier first. */
function tierQueries(term: string, tokens: ExpandedToken[]): string[] {
  const name = allTokens(term).map((token) => token.term)
  const allOf = (allowed: (token: ExpandedToken) => VocabularyEntry[]) =>
    tokens
      .map(
        (token) =>
          `(${allowed(token)
            .map(({ word }) => quoteLexeme(word))
            .join(' | ')})`,
      )
      .join(' & ')
  return [
    quoteLexeme(WHOLE_NAME + name.join('-').slice(0, NAME_MAX)),
    allOf(({ exact }) => exact),
    allOf(({ exact, completions }) => [...exact, ...completions]),
    allOf(entriesOf),
  ]
}

function isAfter(after: IconCursor | undefined): SQL {
  if (!after) return sql`true`
  const [, , rank, id, position] = after
  return sql`(rank, project_id) < (${rank}::integer, ${id}) OR
    (rank = ${rank}::integer AND project_id = ${id} AND position > ${position}::integer)`
}
