import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import { settings } from '#backend/db/tables.ts'
import { startDatabase } from '#tests/support/database.ts'

async function open() {
  const database = await startDatabase()
  const db = connect({ url: database.url, poolSize: 1 })
  onTestFinished(async () => {
    await db.close()
    await database.stop()
  })
  const read = (name: string) => db.select().from(settings).where(eq(settings.name, name))
  const prepared = async () => {
    const { rows } = await db.execute(
      sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%"settings"."name" =%'`,
    )
    return rows.length
  }
  return { db, url: database.url, read, prepared }
}

it('a connection prepares what it sends for the third time, once', async () => {
  const { db, read, prepared } = await open()
  await db.insert(settings).values({ name: 'a', value: 'b' })
  for (const count of [0, 0, 1, 1]) {
    expect(await read('a')).toEqual([expect.objectContaining({ name: 'a', value: 'b' })])
    expect(await prepared()).toBe(count)
  }
  const inTransaction = await db.transaction((tx) =>
    tx.select().from(settings).where(eq(settings.name, 'a')),
  )
  expect(inTransaction).toHaveLength(1)
  expect(await prepared()).toBe(1)
})

it('two connections do not meet', async () => {
  const { url, read } = await open()
  const other = connect({ url, poolSize: 1 })
  onTestFinished(() => other.close())
  for (let at = 0; at < 4; at += 1) {
    expect(await read('a')).toEqual([])
    expect(await other.select().from(settings).where(eq(settings.name, 'a'))).toEqual([])
  }
})

it('a connection whose statements are gone fails once', async () => {
  const { db, read } = await open()
  for (let at = 0; at < 3; at += 1) await read('a')
  await db.execute(sql`DEALLOCATE ALL`)
  await expect(read('a')).rejects.toThrow('Failed query')
  expect(await read('a')).toEqual([])
  expect(await read('b')).toEqual([])
})

it('a statement whose columns have changed fails once', async () => {
  const { db } = await open()
  await db.execute(sql`CREATE TABLE changing (id integer)`)
  const read = () => db.execute(sql`SELECT * FROM changing WHERE id > ${0}`)
  for (let at = 0; at < 3; at += 1) await read()
  await db.execute(sql`ALTER TABLE changing ADD COLUMN more text`)
  await expect(read()).rejects.toThrow('Failed query')
  expect((await read()).rows).toEqual([])
})
