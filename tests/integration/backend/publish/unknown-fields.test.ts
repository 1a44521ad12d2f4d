import { beforeEach, describe, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'

let session = ''
let token = ''
let id = ''
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  session = await registered(backend)
  token = (await createdToken(backend, session, { scopes: ['read', 'publish', 'manage'] })).secret
  id = (await publishProject(backend, session)).id
})
const put = (body: object, by: string, headers: Record<string, string> = {}) =>
  clientOf(backend).ask('/icon', { method: 'PUT', body: { id, ...body }, token: by, headers })
const read = async () => projectSchema.parse((await backend.get(`/icon/${id}`)).data)

describe('an unknown field', () => {
  it('of a request with an access token is refused, with the nearest known name, and changes nothing', async () => {
    const before = await read()
    expect(await put({ descripton: 'New.', title: 'New' }, token)).toMatchObject({
      code: 400,
      reason: 'unknown_field',
      message: 'descripton: unknown field. Did you mean description?',
      details: { field: 'descripton', nearest: 'description' },
      fields: ['descripton'],
    })
    expect(await read()).toEqual(before)
  })

  it('of a new token is refused for sessions too: the token would reach all projects', async () => {
    const body = { name: 'CI', scopes: ['publish'], days: 7, project: id }
    expect(await clientOf(backend).post('/account/tokens', body, session)).toMatchObject({
      code: 400,
      reason: 'unknown_field',
      details: { field: 'project', nearest: 'project_id' },
    })
    expect((await backend.get('/account/tokens', bearer(session))).data).toMatchObject({
      items: [{ name: 'build server' }],
    })
  })

  it('of a session is ignored and named in the answer, so that pages of the next release work', async () => {
    const answer = await put({ title: 'New', audience: 'all', first: { x: 1 } }, session)
    expect(answer).toMatchObject({
      code: 200,
      data: { title: 'New' },
      warnings: [
        { reason: 'unknown_field', details: { field: 'audience' } },
        { reason: 'unknown_field', details: { field: 'first' } },
      ],
    })
    expect((await put({ title: 'Newer' }, session)).warnings).toBeUndefined()
  })

  it('of the query is treated alike', async () => {
    const path = `/account/statistics?kinds=icon`
    expect(await backend.get(path, bearer(token))).toMatchObject({
      code: 400,
      details: { field: 'kinds', nearest: 'kind' },
    })
    expect(await backend.get(path, bearer(session))).toMatchObject({
      code: 200,
      warnings: [{ details: { field: 'kinds', nearest: 'kind' } }],
    })
    expect(await backend.get('/account/info?verbose=1', bearer(token))).toMatchObject({ code: 400 })
  })

  it('of an upload is treated alike', async () => {
    const send = async (by: string) => {
      const form = new FormData()
      form.set('purpos', 'cover')
      form.set('purpose', 'cover')
      form.set('file', new Blob(['x']), 'c.png')
      return backend.get('/file/upload', { method: 'POST', body: form, ...bearer(by) })
    }
    expect(await send(token)).toMatchObject({
      reason: 'unknown_field',
      details: { nearest: 'purpose' },
    })
    expect(await send(session)).toMatchObject({ reason: 'bad_image' })
  })
})

describe('a field that a call cannot change', () => {
  it.each(['session', 'token'] as const)(
    'is taken from a %s with the value that it has',
    async (by) => {
      const whole = await read()
      const { id: _, owner, repository_url, ...known } = whole
      const answer = await put(
        { ...known, license: known.license, title: 'New' },
        { session, token }[by],
      )
      expect(answer).toMatchObject({ code: 200, data: { title: 'New' } })
      expect(answer.warnings).toBeUndefined()
      expect([owner, repository_url]).toEqual([null, null])
    },
  )

  it.each([
    ['created_at', '2020-01-01T00:00:00.000Z'],
    ['downloads', 1_000_000],
    ['author', { uid: 'x', name: 'eve' }],
    ['revision', 99],
    ['kind', 'plugin'],
  ])('is refused with another value: %s', async (field, value) => {
    const before = await read()
    for (const by of [session, token]) {
      expect(await put({ title: 'New', [field]: value }, by)).toMatchObject({
        code: 400,
        reason: 'field_fixed',
        fields: [field],
      })
    }
    expect(await read()).toEqual(before)
  })

  it('does not refuse a request that is repeated with its key', async () => {
    const body = { title: 'New', revision: (await read()).revision }
    const headers = { 'idempotency-key': 'a-key-of-mine' }
    const first = await put(body, token, headers)
    expect(first).toMatchObject({ code: 200, data: { title: 'New' } })
    expect(await put(body, token, headers)).toMatchObject({ code: 200, data: first.data })
  })

  it('is that of a status and of a profile, too', async () => {
    const status = { visibility: 'unlisted', scheduled: [{ version: '9.0.0' }] }
    const path = `/icon/${id}/status`
    expect(await clientOf(backend).ask(path, { method: 'PUT', body: status, token })).toMatchObject(
      {
        reason: 'field_fixed',
        fields: ['scheduled'],
      },
    )
    const profile = { about: '', links: [], name: 'eve' }
    expect(
      await clientOf(backend).ask('/account/author', { method: 'PUT', body: profile, token }),
    ).toMatchObject({ reason: 'field_fixed', fields: ['name'] })
  })
})

const bearer = (by: string) => ({ headers: { authorization: `Bearer ${by}` } })
