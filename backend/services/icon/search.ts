import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import { DRAWING_TONES } from '#lib/contract/inside.ts'
import { idSchema } from '#lib/contract/project.ts'
import type { IconSearchQuery, IconSearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { fileIcons, searchDocuments } from '#backend/db/search-schema.ts'
import { BadRequest } from '#backend/http/errors.ts'
import { lexeme } from '#backend/services/search/document.ts'
import { type Form, lookUp, type Word } from '#backend/services/search/look-up.ts'
import { allTokens, queryTokens } from '#backend/text/tokens.ts'
import { iconUrl, shownAs } from './read.ts'
import { WHOLE_NAME } from './store.ts'

/** No icon's name is longer (lib/contract/search.ts), and a `tsquery` takes 2046 bytes. */
const NAME_MAX = 100
/** Where a page ended: tier, the pack's rank, the pack, the icon's place in it. */
const cursorSchema = z.tuple([
  z.literal('icons'),
  z.number().int().min(0).max(9),
  z.number().int().min(-1e9).max(1e9),
  idSchema,
  z.number().int().min(0).max(1e6),
])
type Cursor = z.infer<typeof cursorSchema>

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
    author: z.object({ uid: z.string(), name: z.string() }),
  }),
})
type Entry = z.infer<typeof entrySchema> & { tier: number }

/**
 * Single icons over all packs: those of that name first, then those with all words in the name, the
 * last word begun, and one letter away; in each the popular packs first. Of a tier that more than
 * `TOTAL_EXACT_MAX` icons are in, so many are looked at.
 * @throws BadRequest for a cursor that is none.
 */
export async function searchIcons(db: Database, query: IconSearchQuery): Promise<IconSearchResult> {
  const after = query.after === undefined ? undefined : decode(query.after)
  const { tokens, isCut: term_is_cut } = queryTokens(query.q)
  const words = await lookUp(db, tokens)
  const nothing = { items: [], total: 0, total_is_estimate: false, next: null }
  if (words.length === 0) return { ...nothing, term_is_cut }
  const tiers = tiersOf(query.q, words)
  const [total, page] = await Promise.all([
    count(db, tiers),
    readPage(db, tiers, after, query.limit + 1),
  ])
  const shown = page.slice(0, query.limit)
  const last = page.length > query.limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ name, file, refused, tone, project }) => ({
      name,
      url: iconUrl(file, name),
      ...shownAs(refused, tone),
      project,
    })),
    total: Math.min(total, TOTAL_EXACT_MAX),
    total_is_estimate: total > TOTAL_EXACT_MAX,
    next: last ? encode(['icons', last.tier, last.rank, last.project.id, last.position]) : null,
    term_is_cut,
  }
}

async function readPage(db: Database, tiers: string[], after: Cursor | undefined, limit: number) {
  const page: Entry[] = []
  for (let tier = after?.[1] ?? 0; tier < tiers.length && page.length < limit; tier += 1) {
    const from = after?.[1] === tier ? after : undefined
    page.push(...(await readTier(db, tiers, tier, from, limit - page.length)))
  }
  return page
}

const totalSchema = z.tuple([z.object({ total: z.number() })])

async function count(db: Database, tiers: string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM ${fileIcons} WHERE ${matching(tiers[0])} OR ${matching(tiers.at(-1))}
      LIMIT ${TOTAL_EXACT_MAX + 1}
    ) AS matching`)
  return totalSchema.parse(rows)[0].total
}

async function readTier(
  db: Database,
  tiers: string[],
  tier: number,
  after: Cursor | undefined,
  limit: number,
): Promise<Entry[]> {
  const earlier = tiers.slice(0, tier).map((query) => sql`AND NOT ${matching(query)}`)
  const { rows } = await db.execute(sql`
    WITH found AS MATERIALIZED (
      SELECT file_id, name, position FROM ${fileIcons}
      WHERE ${matching(tiers[tier])} ${sql.join(earlier, sql` `)}
      LIMIT ${TOTAL_EXACT_MAX}
    ), page AS MATERIALIZED (
      SELECT found.*, document.rank, document.project_id
      FROM found JOIN ${searchDocuments} AS document ON document.file_id = found.file_id
      WHERE ${behind(after)}
      ORDER BY rank DESC, project_id DESC, position LIMIT ${limit}
    )
    SELECT rank, position, page.name, page.file_id AS file, drawing.refused,
      drawing.tone, jsonb_build_object('id', project_id,
      'title', title, 'author', jsonb_build_object('uid', uid, 'name', author.name)) AS project
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

const matching = (query = '') => sql`terms @@ ${query}::tsquery`

/** `tsquery` texts, each for what makes an icon a better match than the ones after it do. */
function tiersOf(term: string, words: Word[]): string[] {
  const name = allTokens(term).map((token) => token.term)
  const whole = lexeme(WHOLE_NAME + name.join('-').slice(0, NAME_MAX))
  const all = (formsOf: (word: Word) => Form[]) =>
    words
      .map(
        (word) =>
          `(${formsOf(word)
            .map((form) => lexeme(form.word))
            .join(' | ')})`,
      )
      .join(' & ')
  return [
    whole,
    all(({ exact }) => exact),
    all(({ exact, begun }) => [...exact, ...begun]),
    all(({ exact, begun, meant }) => [...exact, ...begun, ...meant]),
  ]
}

function behind(after: Cursor | undefined): SQL {
  if (!after) return sql`true`
  const [, , rank, id, position] = after
  return sql`(rank, project_id) < (${rank}::integer, ${id}) OR
    (rank = ${rank}::integer AND project_id = ${id} AND position > ${position}::integer)`
}

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function decode(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new BadRequest('after: not a cursor of this search')
  }
}
