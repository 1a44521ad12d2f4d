// @module-tag long
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountInfoSchema } from '#lib/contract/account.ts'
import { listSchema } from '#lib/contract/list.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { readReleases } from '#scripts/release/releases.ts'
import { dataOf, remove, send } from '#tests/contract/creator.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { STORED_RELEASES, unpackStored } from '#tests/support/stored-release.ts'
import { headOnly } from '#tests/support/head.ts'

/* Data folders of earlier releases, opened by the code of now as `npm start` opens them. */

it('the newest release is stored', () => {
  expect(STORED_RELEASES).toContain(readReleases().at(-1)?.version)
})

describe.each(STORED_RELEASES)('a data folder of %s', (version) => {
  let stored: Awaited<ReturnType<typeof unpackStored>>
  let stack: Awaited<ReturnType<typeof startLoopback>>
  beforeAll(async () => {
    stored = await unpackStored(version)
    const variables = { DEMO: '0', LOG_LEVEL: 'silent' }
    stack = await startLoopback({ dataDir: stored.dataDir, isHeadless: true, variables })
  })
  afterAll(async () => {
    await stack?.stop()
    await stored?.remove()
  })
  const target = () => ({ url: stack.backend, isReadOnly: false })
  const get = (path: string) => send(target(), path, { method: 'GET' })

  it('is migrated when the site starts, which is ready then', async () => {
    const answer = await fetch(`${stack.backend}/readyz`)
    expect(await answer.json()).toMatchObject({
      code: 200,
      data: { database: 'ok', migrations: 'ok', files: 'ok' },
    })
  })

  it('has its projects, in their lists and by themselves', async () => {
    expect(stored.projects.map(({ project }) => project.kind).toSorted()).toEqual([
      'flexpage',
      'icon',
      'plugin',
      'profile',
    ])
    for (const { project } of stored.projects) {
      const { kind, id } = project
      expect(dataOf(await get(`/${kind}/${id}`), projectSchema)).toMatchObject(project)
      const { items } = dataOf(await get(`/${kind}/list`), listSchema)
      expect(items.map((item) => item.id)).toEqual([id])
    }
  })

  it('has its files, byte for byte, and its pictures', async () => {
    for (const { files, pictures } of stored.projects) {
      expect(files.length).toBeGreaterThan(0)
      for (const { url, sha256 } of files) {
        const answer = await fetch(`${stack.backend}${url}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      }
      for (const url of pictures) {
        const answer = await headOnly(fetch(`${stack.backend}${url}`))
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
      }
    }
  })

  it('lets its account sign in, edit and delete', async () => {
    const { username, password } = stored.account
    const body = { account: username, password }
    const { token = '' } = await send(target(), '/auth/log_in', { body })
    const info = await send(target(), '/account/info', { method: 'GET', token })
    expect(dataOf(info, accountInfoSchema).username).toBe(username)
    for (const { project } of stored.projects) {
      const { kind, id } = project
      const edit = { method: 'PUT', token, body: { id, title: `Edited ${kind}` } }
      expect(dataOf(await send(target(), `/${kind}`, edit), projectSchema).title).toBe(
        edit.body.title,
      )
      expect(await remove(target(), token, kind, id)).toMatchObject({ code: 200 })
      expect(dataOf(await get(`/${kind}/list`), listSchema).items).toEqual([])
    }
  })
})
