// @module-tag long
import { expect, it } from 'vitest'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'

it('the embedded database has a quarter of PostgreSQL’s usual buffers: its pages are in the memory of its process too', async () => {
  const db = await createEmbedded()
  expect((await db.query('SHOW shared_buffers')).rows).toEqual([{ shared_buffers: '32MB' }])
  await db.close()
})
