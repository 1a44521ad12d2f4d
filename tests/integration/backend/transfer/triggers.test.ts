import { expect, it } from 'vitest'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'
import { lastMigration, tablesOf } from '#scripts/transfer/catalogue.ts'
import { beginLoad, fingerprintOf, finishLoad } from '#scripts/transfer/load.ts'
import { rowsOf } from '#scripts/transfer/rows.ts'

it('a load has no triggers, which would change rows, and the loaded database has all', async () => {
  const db = await createEmbedded()
  const rows = await rowsOf(db, () => db.close())
  const triggers = async () =>
    (await rows.query('SELECT tgname FROM pg_trigger WHERE NOT tgisinternal')).length
  await beginLoad(rows, { id: 'other', migration: lastMigration() })
  expect(await triggers()).toBe(0)
  const tables = new Map<string, Awaited<ReturnType<typeof fingerprintOf>>>()
  for (const table of await tablesOf(rows)) tables.set(table.name, await fingerprintOf(rows, table))
  await finishLoad(rows, tables, [])
  expect(await triggers()).toBe(3)
  await rows.close()
})
