// @module-tag long
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { keptFormIdSchema, keptFormSchema } from '#lib/contract/kept-form.ts'
import { listSchema } from '#lib/contract/list.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { dataOf, publish, register, remove, send, uploadReady } from '#tests/contract/creator.ts'
import type { CheckedBackend } from '#tests/contract/target.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { startDatabase } from '#tests/support/database.ts'
import { checkOutBackend, newestRelease } from '#tests/support/release-code.ts'

/*
 * A migration comes while processes of the release before still run. So the code of the newest release in docs/releases.json works on
 * a database that has the migrations of now, beside the code of now. Needs the history of the repository.
 */

const SECRET = 'what-the-backends-share'

const before = newestRelease()
describe.skipIf(before === undefined)('the release before', () => {
  let code: Awaited<ReturnType<typeof checkOutBackend>>
  let database: Awaited<ReturnType<typeof startDatabase>>
  let processes: ReturnType<typeof spawnBackend>[]
  let [now, then]: (CheckedBackend | undefined)[] = []
  beforeAll(async () => {
    code = await checkOutBackend(before?.commit ?? '')
    database = await startDatabase()
    const dataDir = path.join(code.folder, 'data')
    const variables = {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: String(database.poolSize),
      DATA_DIR: dataDir,
      DEMO: '0',
      INTERNAL_SECRET: SECRET,
      RATE_FACTOR: '1000',
    }
    processes = [spawnBackend(variables), spawnBackend(variables, code.folder)]
    const [nowUrl = '', thenUrl = ''] = await Promise.all(
      processes.map(({ listening }) => listening),
    )
    const targetOf = (url: string) => ({
      url,
      isReadOnly: false,
      mailDir: path.join(dataDir, 'mail'),
    })
    ;[now, then] = [targetOf(nowUrl), targetOf(thenUrl)]
  })
  afterAll(async () => {
    for (const one of processes ?? []) await one.stop()
    await database?.stop()
    await code?.remove()
  })

  const titles = async (target: CheckedBackend) => {
    const list = dataOf(await send(target, '/icon/list', { method: 'GET' }), listSchema)
    return list.items.map(({ title }) => title)
  }
  const found = async (target: CheckedBackend, q: string) => {
    const answer = await send(target, `/index/search?q=${q}`, { method: 'GET' })
    return dataOf(answer, z.object({ total: z.number() })).total
  }

  it('registers, publishes, edits, searches and deletes beside the code of now', async () => {
    if (!now || !then) throw new Error('no backends')
    const { token } = await register(then)
    const old = await publish(then, token, 'icon', { title: 'Published before' })
    const fresh = await publish(now, token, 'icon', { title: 'Published now' })
    for (const target of [then, now]) {
      expect(await titles(target)).toEqual(expect.arrayContaining([old.title, fresh.title]))
      expect(await found(target, 'published')).toBe(2)
    }
    const edits = [
      [then, fresh],
      [now, old],
    ] as const
    for (const [target, { id }] of edits) {
      const body = { id, title: `Edited ${id}` }
      const edited = await send(target, '/icon', { method: 'PUT', token, body })
      expect(dataOf(edited, projectSchema).title).toBe(body.title)
    }
    for (const target of [then, now]) expect(await found(target, 'edited')).toBe(2)
    expect((await remove(then, token, 'icon', fresh.id)).code).toBe(CODE_OK)
    expect(await titles(now)).toEqual([`Edited ${old.id}`])
  })

  it('shows the forms that the code of now keeps, and the reverse', async () => {
    if (!now || !then) throw new Error('no backends')
    const { token } = await register(then)
    const keep = async (target: CheckedBackend, body: object) => {
      const kept = await send(target, '/account/forms', { token, body })
      return dataOf(kept, keptFormIdSchema).id
    }
    const title = 'Orchard'
    const draft = await keep(now, { content: { title }, kind: 'icon', title, key: 'key-of-draft' })
    const form = await keep(then, { content: { title } })
    for (const target of [then, now]) {
      for (const id of [draft, form]) {
        const found = await send(target, `/account/forms/${id}`, { method: 'GET', token })
        expect(dataOf(found, keptFormSchema).content).toEqual({ title })
      }
    }
  })

  it('orders the versions that it stores as the code of now does', async () => {
    if (!now || !then) throw new Error('no backends')
    const { token } = await register(then)
    const { id } = await publish(then, token, 'profile', { version: '0.9.0' })
    const added = ['0.9.1', '0.9.10', '0.10.0', '1.0.0', '1.0.10', '2.0.0', '10.0.0', '99999.0.0']
    for (const [at, version] of added.entries()) {
      const bytes = buildStandardFile('profile', 3000 + at)
      const upload = { purpose: 'project', name: 'next.flexbar', bytes }
      const { id: file_id } = await uploadReady(then, token, upload)
      const answer = await send(then, '/profile', {
        method: 'PUT',
        token,
        body: { id, version, file_id },
      })
      expect(answer.code).toBe(CODE_OK)
    }
    for (const target of [then, now]) {
      const list = await send(target, `/profile/${id}/versions`, { method: 'GET' })
      expect(dataOf(list, versionsSchema).items.map(({ version }) => version)).toEqual([
        ...added.toReversed(),
        '0.9.0',
      ])
    }
  })
})
