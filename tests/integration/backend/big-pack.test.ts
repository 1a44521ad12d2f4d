import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Transaction } from '#backend/db/connect.ts'
import type { DocumentField } from '#backend/services/search-index/document.ts'
import { addToVocabulary, removeFromVocabulary } from '#backend/services/search-index/vocabulary.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { testBackend } from '#tests/support/backend.ts'

/* The cost of a large pack must not depend on the planner's statistics or on autovacuum. */

const backend = await testBackend()
beforeEach(() => backend.empty())

const createTerms = (count: number) =>
  new Map<string, DocumentField>(
    Array.from({ length: count }, (_, at) => [`word${at}`, 'text'] as const),
  )

/** Sequential scans of the vocabulary in this transaction. */
async function countScans(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute(sql`
    SELECT seq_scan::integer AS scans FROM pg_stat_xact_user_tables WHERE relname = 'search_words'`)
  return z.tuple([z.object({ scans: z.number() })]).parse(rows)[0].scans
}

it('removes the words of a project without a sequential scan of the vocabulary', async () => {
  const terms = createTerms(3_000)
  await backend.db.transaction((tx) => addToVocabulary(tx, terms))
  const scans = await backend.db.transaction(async (tx) => {
    const before = await countScans(tx)
    await removeFromVocabulary(tx, new Map([...terms].slice(0, 2_000)))
    return (await countScans(tx)) - before
  })
  expect(scans).toBe(0)
  expect(await backend.db.$count(sql`search_words`)).toBe(1_000)
})

it('deletes the icons of a file in batches', async () => {
  const { db } = backend
  await db.execute(sql`
    INSERT INTO files (id, purpose, key, name, media_type, size, sha256, created_at)
    VALUES ('big', 'project', 'big', 'big.iconpack', 'application/zip', 1, '', now())`)
  for (const from of [0, 4_000, 8_000]) {
    await db.execute(sql`
      INSERT INTO file_icons (file_id, name, position, "offset", packed_size, size, is_deflated, terms)
      SELECT 'big', 'icon-' || at, at, 0, 1, 1, false, '' FROM generate_series(${from}::integer, ${from + 3_999}::integer) AS at`)
  }
  await db.execute(sql`CREATE TABLE deleted_batches (count integer)`)
  await db.execute(sql`
    CREATE FUNCTION record_deleted() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO deleted_batches SELECT count(*) FROM deleted; RETURN NULL; END'`)
  await db.execute(sql`
    CREATE TRIGGER record_deleted AFTER DELETE ON file_icons REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION record_deleted()`)
  expect(await deleteFiles(db, ['big'])).toEqual(['big'])
  const { rows } = await db.execute(sql`
    SELECT sum(count)::integer AS total, max(count) AS largest FROM deleted_batches`)
  expect(rows).toEqual([{ total: 12_000, largest: 5_000 }])
})
