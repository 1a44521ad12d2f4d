import { beforeEach, describe, expect, it } from 'vitest'
import { authors } from '#backend/db/tables.ts'
import { isDemoWanted } from '#backend/services/project/demo-milestone.ts'
import { changesSchema } from '#lib/contract/change.ts'
import { clearDemoResultSchema } from '#lib/contract/operator.ts'
import type { Project } from '#lib/contract/project.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { storedFiles, publishProject } from '#tests/support/publishing.ts'

let project: Project
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  project = await publishProject(backend, await registered(backend))
})

const changes = (after?: number) =>
  backend.get(`/index/changes${after === undefined ? '' : `?after=${after}`}`, {
    headers: { 'x-internal-secret': OPERATOR_SECRET },
  })

describe('clearing the demo catalogue', () => {
  const clear = async () => {
    const seen: unknown[] = []
    for (let left = 1; left > 0;) {
      const cleared = clearDemoResultSchema.parse((await operator(backend, 'clear-demo', {})).data)
      seen.push(cleared)
      left = cleared.left
    }
    return seen
  }

  it('deletes its projects, their files and authors in batches, but no published project', async () => {
    const before = await storedFiles(backend)
    const cursor = changesSchema.parse((await changes()).data).position
    for (let at = 0; at < 12; at += 1) await backend.add({ title: `Sample ${at}` })
    expect((await backend.get('/icon/list')).data).toMatchObject({ total: 13 })
    expect(await clear()).toEqual([
      { removed: 10, left: 2 },
      { removed: 2, left: 0 },
    ])
    expect((await backend.get('/icon/list')).data).toMatchObject({
      total: 1,
      items: [{ id: project.id }],
    })
    expect(await storedFiles(backend)).toEqual(before)
    const names = await backend.db.select({ name: authors.name }).from(authors)
    expect(names).toEqual([{ name: 'ada_lovelace' }])
    const { items } = changesSchema.parse((await changes(cursor)).data)
    expect(items.filter(({ is_new }) => !is_new)).toHaveLength(12)
  })

  it('prevents filling it again, also if the first filling was interrupted', async () => {
    await backend.empty()
    expect(await isDemoWanted(backend.db)).toBe(true)
    await backend.add()
    await clear()
    expect(await isDemoWanted(backend.db)).toBe(false)
  })

  it('requires the secret', async () => {
    expect(await operator(backend, 'clear-demo', {}, 'another-secret-of-the-tests')).toMatchObject({
      code: 404,
    })
  })
})
