import { beforeEach, describe, expect, it } from 'vitest'
import { historySchema } from '#lib/contract/version/history.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })

describe('the public history of a project', () => {
  let [ada, id] = ['', '']
  beforeEach(async () => {
    await backend.empty()
    ada = await registered(backend)
    id = (await publishProject(backend, ada)).id
  })

  const send = (path: string, method: string, body: unknown) =>
    clientOf(backend).ask(path, { method, token: ada, body })
  const publish = async (version: string, rest: object = {}) => {
    const { bytes } = await buildIconPack(`icon-${version}`)
    const file_id = await uploadFile(backend, ada, { bytes })
    return send('/icon', 'PUT', { id, version, file_id, ...rest })
  }
  const change = (version: string, body: unknown) =>
    send(`/icon/${id}/versions/${version}`, 'PUT', body)
  const read = () => clientOf(backend).ask(`/icon/${id}/history`)
  const history = async () => historySchema.parse((await read()).data).items
  const events = async () =>
    (await history()).map(({ event, version, before }) => [event, version, before])
  const moderate = (action: string) =>
    operator(backend, 'projects', { action, kind: 'icon', id, reason: 'private', by: 'grace' })

  it('has each version with the one to compare it with, and what was done to versions', async () => {
    backend.setClock('2026-06-01T12:10:00Z')
    await publish('1.1.0')
    backend.setClock('2026-06-01T12:20:00Z')
    await publish('1.2.0')
    backend.setClock('2026-06-01T12:25:00Z')
    await change('1.1.0', { yanked: true, reason: 'Broken' })
    expect(await events()).toEqual([
      ['withdrawn', '1.1.0', null],
      ['version', '1.2.0', '1.0.0'],
      ['version', '1.1.0', null],
      ['version', '1.0.0', null],
    ])
    expect((await history())[0]?.at).toBe('2026-06-01T12:25:00.000Z')
  })

  it('has neither a version that is scheduled, nor changes of texts', async () => {
    await publish('1.1.0', { publish_at: '2026-06-08T12:00:00Z' })
    await send('/icon', 'PUT', { id, title: 'Another title' })
    expect(await events()).toEqual([['version', '1.0.0', null]])
  })

  it('names what moderators did, without their names and reasons, and is 404 while the project is hidden', async () => {
    backend.setClock('2026-06-01T12:10:00Z')
    await moderate('hide')
    expect(await read()).toMatchObject({ code: 404 })
    backend.setClock('2026-06-01T12:20:00Z')
    await moderate('restore')
    expect(await events()).toEqual([
      ['shown', null, null],
      ['hidden', null, null],
      ['version', '1.0.0', null],
    ])
    expect(JSON.stringify(await read())).not.toMatch(/grace|private|ada/)
  })

  it('is 404 for a project that is not there, also under another kind', async () => {
    expect(await clientOf(backend).ask('/icon/nothing/history')).toMatchObject({ code: 404 })
    expect(await clientOf(backend).ask(`/profile/${id}/history`)).toMatchObject({ code: 404 })
  })
})
