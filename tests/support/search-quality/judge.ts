import pLimit from 'p-limit'
import { searchQuerySchema } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, fileIcons, files, projects } from '#backend/db/tables.ts'
import { counterColumns, projectColumns } from '#backend/services/project/columns.ts'
import { iconTerms } from '#backend/services/search-index/icon-terms.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { searchProjects } from '#backend/services/search/search.ts'
import { buildDemoProject } from '#tests/support/builders.ts'
import { qualityProjects, qualityQueries } from './read.ts'

/** Searches at once: the database has a core for itself. */
const AT_ONCE = 4
/** Results that count for recall. */
const FIRST = 10
const AT = new Date('2026-05-01T12:00:00Z')

/** Fills a database with the catalogue in one transaction. */
export async function fillQualityCatalogue(db: Database): Promise<void> {
  const quality = qualityProjects()
  const names = [...new Set(quality.map(({ author }) => author))]
  const uidOf = (name: string) => `author-${names.indexOf(name)}`
  const rows = quality.map((project, at) => ({ ...project, id: `quality-${at}` }))
  const packs = rows.filter(({ icons }) => icons.length > 0)
  await db.transaction(async (tx) => {
    await tx.insert(authors).values(names.map((name) => ({ uid: uidOf(name), name })))
    await tx.insert(files).values(
      packs.map(({ id }) => ({
        id,
        purpose: 'project' as const,
        key: id,
        name: 'pack.iconpack',
        mediaType: 'application/zip',
        size: 1,
        sha256: id,
        createdAt: AT,
      })),
    )
    await tx.insert(fileIcons).values(
      packs.flatMap(({ id, icons }) =>
        icons.map((name, position) => ({
          fileId: id,
          name,
          position,
          offset: 0,
          packedSize: 1,
          size: 1,
          isDeflated: false,
          terms: iconTerms({ name }),
        })),
      ),
    )
    await tx.insert(projects).values(
      rows.map(({ id, icons, author, ...fields }) => {
        const project = buildDemoProject(fields)
        return {
          id,
          kind: fields.kind,
          authorUid: uidOf(author),
          createdAt: AT,
          updatedAt: AT,
          ...projectColumns(project),
          ...counterColumns(project, { from: AT, until: AT }),
          cover: { fileId: 'none', width: 1, height: 1, alt: '', placeholder: '' },
          gallery: [],
          fileId: icons.length > 0 ? id : null,
        }
      }),
    )
    for (const { id } of rows) await indexProject(tx, id)
  })
}

/** How a query is answered. */
export type JudgedQuery = {
  rule: string
  query: string
  /** Place of the first right result, from 1; `null` if it is not among the first ones. */
  place: number | null
  /** The share of the relevant results that are among the first ones. */
  recall: number
  /** Expected titles that the catalogue does not have. */
  unknown: string[]
}

/** Answers all queries, a few at once. */
export async function judgeQueries(db: Database): Promise<JudgedQuery[]> {
  const titles = new Set(qualityProjects().map(({ title }) => title))
  const atOnce = pLimit(AT_ONCE)
  return Promise.all(
    qualityQueries().map(({ rule, query, right, relevant }) =>
      atOnce(async () => {
        const search = searchQuerySchema.parse({ q: query, limit: FIRST, view: 'card' })
        const { items } = await searchProjects(db, search)
        const found = items.map(({ title }) => title)
        const unknown = relevant.filter((title) => !titles.has(title))
        return { rule, query, unknown, ...judge(found, right, relevant) }
      }),
    ),
  )
}

/** Where nothing is right, nothing has to be found. */
function judge(found: string[], right: string[], relevant: string[]) {
  if (right.length === 0) {
    const isEmpty = found.length === 0
    return { place: isEmpty ? 1 : null, recall: isEmpty ? 1 : 0 }
  }
  const at = found.findIndex((title) => right.includes(title))
  const hits = relevant.filter((title) => found.includes(title)).length
  return { place: at < 0 ? null : at + 1, recall: hits / relevant.length }
}
