// @module-tag long
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { iconSearchSchema } from '#lib/contract/search.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'

/* Of a frequent name only the icons of popular packs are read; their order must be the same. */

/** More than the packs that are looked at. */
const COPIES = 6_000
const RANKS = 40
const BATCH = 250
const TABLES = [
  ['files', 'id'],
  ['projects', 'id'],
  ['search_documents', 'project_id'],
  ['file_icons', 'file_id'],
] as const

const backend = await testBackend()
beforeAll(async () => {
  await backend.add({
    title: 'Popular',
    downloads: 9000,
    file: await buildIconPack('cloud', 'sun'),
  })
  const id = await backend.add({
    title: 'Copied',
    file: await buildIconPack('rain', 'cloud-rain', 'cloud-sun'),
  })
  await addCopies(id)
  await withoutTimeout((tx) => tx.execute(sql`ANALYZE search_documents, file_icons`))
})

/** On a busy machine the statements below take longer than the calls of the backend may. */
const withoutTimeout = (work: (tx: Transaction) => Promise<unknown>) =>
  backend.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    await work(tx)
  })

/** Copies a pack with its icons, with `RANKS` different ranks. */
async function addCopies(id: string) {
  const { rows } = await backend.db.execute(sql`SELECT file_id FROM projects WHERE id = ${id}`)
  const fileId = String(rows[0]?.['file_id'])
  for (const [table, key] of TABLES) {
    const fields = sql`jsonb_build_object(
      'id', ${table === 'files' ? fileId : id} || n, 'key', ${fileId} || n, 'demo_key', ${id} || n,
      'project_id', ${id} || n, 'file_id', ${fileId} || n, 'rank', n % ${RANKS}::integer)`
    // In batches, because of the driver's timeout.
    for (let first = 1; first <= COPIES; first += BATCH) {
      await withoutTimeout((tx) =>
        tx.execute(sql`
        INSERT INTO ${sql.raw(table)} SELECT (jsonb_populate_record(template, ${fields})).*
        FROM ${sql.raw(table)} AS template,
          generate_series(${first}::integer, ${first + BATCH - 1}::integer) AS n
        WHERE ${sql.raw(key)} = ${key === 'file_id' || table === 'files' ? fileId : id}`),
      )
    }
  }
  await backend.db.execute(sql`
    UPDATE search_words SET documents = documents + ${COPIES}::integer WHERE word IN ('rain', 'cloud')`)
}

/** The first `pages` pages of 100, as title and name. */
async function walk(term: string, pages: number) {
  const icons: { title: string; id: string; name: string }[] = []
  let after = ''
  for (let page = 0; page < pages; page += 1) {
    const { status, data } = await backend.get(`/index/icons?q=${term}&limit=100${after}`)
    expect(status).toBe(200)
    const { items, next } = iconSearchSchema.parse(data)
    icons.push(
      ...items.map(({ name, project }) => ({ name, id: project.id, title: project.title })),
    )
    if (next === null) break
    after = `&after=${next}`
  }
  return icons
}

async function ranks(ids: string[]): Promise<number[]> {
  const { rows } = await backend.db.execute(sql`
    SELECT project_id, rank FROM search_documents WHERE project_id = ANY(${sql.param(ids)}::text[])`)
  const byId = new Map(rows.map((row) => [String(row['project_id']), Number(row['rank'])]))
  return ids.map((id) => byId.get(id) ?? NaN)
}

describe('icons of thousands of packs', () => {
  it('begin with those of the popular packs', async () => {
    const found = await ranks((await walk('rain', 5)).map(({ id }) => id))
    expect(found).toHaveLength(500)
    expect(found).toEqual(found.toSorted((a, b) => b - a))
    expect(found[0]).toBe(RANKS - 1)
  })

  it('are paged through once each, the best tier first', async () => {
    const icons = await walk('cloud', 2 * COPIES)
    const all = 1 + 2 * (COPIES + 1)
    expect(icons[0]).toMatchObject({ title: 'Popular', name: 'cloud' })
    expect(icons).toHaveLength(all)
    expect(new Set(icons.map(({ id, name }) => `${id}/${name}`)).size).toBe(all)
    expect(icons.slice(1).every(({ name }) => name.startsWith('cloud-'))).toBe(true)
  })
})
