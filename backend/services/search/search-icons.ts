import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DRAWING_TONES } from '#lib/contract/file/contents.ts'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import { languageSchema } from '#lib/contract/project.ts'
import type { IconSearchQuery, IconSearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  authors,
  fileDrawings,
  fileIcons,
  files,
  projects,
  searchDocuments,
} from '#backend/db/tables.ts'
import { iconUrl } from '#backend/services/file/url.ts'
import { encodeParts, nextStart, startOf } from '#backend/services/project/cursor-parts.ts'
import { estimateRows } from '#backend/services/project/total.ts'
import { drawingState } from '#backend/services/icon/drawing-state.ts'
import { TERMS_MAX } from '#backend/services/search-index/document.ts'
import { queryTokens } from '#backend/text/tokens.ts'
import type { ExpandedToken } from './expanded-token.ts'
import { expandTerm } from './expansion.ts'
import { decodeIconCursor, type IconCursor } from './cursor.ts'
import { type IconTier, iconTiersOf } from './icon-tiers.ts'

/** Packs that are looked at, the most popular first, before all matches are read instead. */
const SCANNED_MAX = 5_000
/** The planner's estimates are imprecise: up to this estimate, matches are counted. */
const EXPECTED_MAX = 2 * TOTAL_EXACT_MAX

const entrySchema = z.object({
  rank: z.number(),
  position: z.number(),
  name: z.string(),
  label: z.string().nullable(),
  file: z.string(),
  drawingsVersion: z.number(),
  refused: z.string().nullable(),
  tone: z.enum(DRAWING_TONES).nullable(),
  project: z.object({
    id: z.string(),
    title: z.string(),
    language: languageSchema.nullable(),
    author: z.object({ uid: z.string(), name: z.string(), display_name: z.string().nullable() }),
    license: z.string().nullable(),
  }),
})
type Entry = z.infer<typeof entrySchema> & { tier: number }

/**
 * Icons of all packs, in tiers: the term is the name; all tokens are in the name; the last token as a
 * prefix; words one letter away. Within a tier, icons of popular packs come first. Of a name in few
 * packs, at most `TOTAL_EXACT_MAX` icons of a tier are read.
 * @throws InvalidInputError for an invalid cursor.
 */
export async function searchIcons(db: Database, query: IconSearchQuery): Promise<IconSearchResult> {
  const after = query.after === undefined ? undefined : decodeIconCursor(query.after)
  const place = after && { start: after[5] }
  const { tokens, isCut: term_is_cut } = queryTokens(query.q)
  const expansion = await expandTerm(db, query.q, tokens)
  const expanded = await expansion.tokens()
  if (expanded.length === 0) {
    return { items: [], total: 0, total_is_estimate: false, next: null, term_is_cut }
  }
  const found = await findIcons(db, query, expanded, after)
  const corrected = found.total > 0 ? [] : await expansion.corrected()
  const { total, page } = corrected.some(({ corrections }) => corrections.length > 0)
    ? await findIcons(db, query, corrected, after)
    : found
  const entries = page.slice(0, query.limit)
  const last = page.length > query.limit ? entries.at(-1) : undefined
  return {
    items: entries.map(toItem),
    total: Math.min(total, TOTAL_EXACT_MAX),
    total_is_estimate: total > TOTAL_EXACT_MAX,
    next: last ? encodeParts(cursorOf(last, nextStart(place, entries.length).start)) : null,
    ...startOf(place),
    term_is_cut,
  }
}

async function findIcons(
  db: Database,
  { q, limit }: IconSearchQuery,
  tokens: ExpandedToken[],
  after: IconCursor | undefined,
) {
  const tiers = iconTiersOf(q, tokens)
  const [total, page] = await Promise.all([
    countMatches(db, tiers),
    readPage(db, tiers, after, limit + 1),
  ])
  return { total, page }
}

const toItem = ({ name, label, file, drawingsVersion, refused, tone, project }: Entry) => ({
  name,
  ...(label !== null && { label }),
  url: iconUrl({ id: file, drawingsVersion }, name),
  ...drawingState(refused, tone),
  project,
})

const cursorOf = ({ tier, rank, project, position }: Entry, start?: number): IconCursor => [
  'icons',
  tier,
  rank,
  project.id,
  position,
  start,
]

async function readPage(
  db: Database,
  tiers: IconTier[],
  after: IconCursor | undefined,
  limit: number,
): Promise<Entry[]> {
  const page: Entry[] = []
  const packs = await estimateRows(db, searchDocuments, eq(searchDocuments.kind, 'icon'))
  for (let index = after?.[1] ?? 0; index < tiers.length && page.length < limit; index += 1) {
    const tierAfter = after?.[1] === index ? after : undefined
    const request = { tiers, index, after: tierAfter, limit: limit - page.length }
    page.push(...(await readTier(db, request, packs)))
  }
  return page
}

const totalSchema = z.tuple([z.object({ total: z.number() })])

/**
 * Counts up to `TOTAL_EXACT_MAX + 1` matches; not if the planner expects many more. The last tier
 * includes all others but the first.
 */
async function countMatches(db: Database, tiers: IconTier[]): Promise<number> {
  const expected = await estimateRows(db, fileIcons, matches(tiers.at(-1)))
  if (expected > EXPECTED_MAX) return expected
  const { rows } = await db.execute(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM ${fileIcons} WHERE ${matches(tiers[0])} OR ${matches(tiers.at(-1))}
      LIMIT ${TOTAL_EXACT_MAX + 1}
    ) AS matching`)
  return totalSchema.parse(rows)[0].total
}

type TierRequest = {
  tiers: IconTier[]
  index: number
  after: IconCursor | undefined
  limit: number
}

/**
 * Looks at the most popular packs if a page is expected to take few of them, fewer than there are
 * matches; otherwise, or for the rest of the page, reads all matches.
 */
async function readTier(db: Database, request: TierRequest, packs: number): Promise<Entry[]> {
  const { tiers, index, after, limit } = request
  const tier = tiers[index]
  if (!tier) return []
  const expected = await estimateRows(db, fileIcons, matches(tier))
  const scanned = (limit * packs) / expected
  if (scanned > Math.min(SCANNED_MAX / 2, expected)) {
    return readEntries(db, request, matchingIcons(request))
  }
  const page = await readEntries(db, request, scannedIcons(request, tier.packs))
  if (page.length >= limit) return page
  const last = page.at(-1)
  const rest = { ...request, after: last ? cursorOf(last) : after, limit: limit - page.length }
  return [...page, ...(await readEntries(db, rest, matchingIcons(rest)))]
}

/**
 * Icons of the most popular packs that have all words. The terms of a pack include its icons' names, up
 * to `TERMS_MAX`. `OFFSET 0` keeps the planner from beginning with the icons.
 */
const scannedIcons = (request: TierRequest, packsQuery: string) => sql`
  SELECT icon.*, rank, project_id
  FROM (
    SELECT file_id, rank, project_id, terms FROM ${searchDocuments}
    WHERE kind = 'icon' AND ${notBefore(request.after)}
    ORDER BY rank DESC, project_id DESC LIMIT ${SCANNED_MAX}
  ) AS document
  CROSS JOIN LATERAL (
    SELECT file_id, name, label, position FROM ${fileIcons}
    WHERE file_id = document.file_id AND ${inTier(request)} OFFSET 0
  ) AS icon
  WHERE terms @@ (SELECT ${packsQuery}::tsquery) OR length(terms) >= ${TERMS_MAX}`

const matchingIcons = (request: TierRequest) => sql`
  SELECT matching.*, document.rank, document.project_id
  FROM (
    SELECT file_id, name, label, position FROM ${fileIcons} WHERE ${inTier(request)}
    LIMIT ${TOTAL_EXACT_MAX}
  ) AS matching
  JOIN ${searchDocuments} AS document ON document.file_id = matching.file_id`

async function readEntries(
  db: Database,
  { index, after, limit }: TierRequest,
  icons: SQL,
): Promise<Entry[]> {
  const { rows } = await db.execute(sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${icons}) AS icon WHERE ${isAfter(after)}
      ORDER BY rank DESC, project_id DESC, position LIMIT ${limit}
    )
    SELECT rank, position, page.name, page.label, page.file_id AS file,
      files.drawings_version AS "drawingsVersion", drawing.refused,
      drawing.tone, jsonb_build_object('id', project_id,
      'title', title, 'language', language, 'license', license, 'author', jsonb_build_object('uid', uid,
        'name', author.name, 'display_name', author.display_name)) AS project
    FROM page
    JOIN ${projects} AS project ON project.id = project_id
    JOIN ${files} ON files.id = page.file_id
    JOIN ${authors} AS author ON author.uid = project.author_uid
    LEFT JOIN ${fileDrawings} AS drawing
      ON drawing.file_id = page.file_id AND drawing.name = page.name
    ORDER BY rank DESC, project_id DESC, position`)
  return z
    .array(entrySchema)
    .parse(rows)
    .map((entry) => ({ ...entry, tier: index }))
}

/** The second tier and those after it each include the ones before, except for the first. */
function inTier({ tiers, index }: TierRequest): SQL {
  const earlier = tiers.slice(0, index).filter((_, at) => at === 0 || at === index - 1)
  const notEarlier = earlier.map((tier) => sql` AND NOT ${matches(tier)}`)
  return sql`${matches(tiers[index])}${sql.join(notEarlier)}`
}

const matches = (tier?: IconTier) => sql`terms @@ ${tier?.icons ?? ''}::tsquery`

/** Packs that may hold icons after a cursor: the pack of the cursor is among them. */
function notBefore(after: IconCursor | undefined): SQL {
  if (!after) return sql`true`
  const [, , rank, id] = after
  return sql`(rank, project_id) <= (${rank}::integer, ${id})`
}

function isAfter(after: IconCursor | undefined): SQL {
  if (!after) return sql`true`
  const [, , rank, id, position] = after
  return sql`(rank, project_id) < (${rank}::integer, ${id}) OR
    (rank = ${rank}::integer AND project_id = ${id} AND position > ${position}::integer)`
}
