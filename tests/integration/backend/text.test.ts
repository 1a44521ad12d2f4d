import { parse } from 'content-disposition'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { lineSchema, printable } from '#lib/contract/text.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'
import { projectInput, upload } from '#tests/support/publishing.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { headOnly } from '#tests/support/head.ts'

const backend = await testBackend()
const ada = await registered(backend)
const input = await projectInput(backend, ada)

const publish = (fields: Record<string, unknown>) =>
  clientOf(backend).post('/icon', { ...input, ...fields }, ada)

describe('a control character', () => {
  it.each([
    ['title', { title: 'a\u0007b' }],
    ['title', { title: 'a\nb' }],
    ['description', { description: 'a\u001bb' }],
    ['description', { description: 'a\ud800b' }],
    ['tags.1', { tags: ['a', 'b\u0085c'] }],
    ['notes', { notes: 'a\u007fb' }],
    ['alternative_texts.0', { alternative_texts: ['a\u0001b', ''] }],
  ])('in %s is rejected with the field: %j', async (field, fields) => {
    expect(await publish(fields)).toMatchObject({
      status: 400,
      code: 400,
      message: `${field}: holds a control character`,
    })
  })

  it('that changes the direction of a title is rejected with the field', async () => {
    expect(await publish({ title: 'a\u202eb' })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^title: .*direction of text/),
    })
  })

  it('in JSON of more than 64 levels is rejected, by every call', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const post = async (content: string) => {
      const answer = await backend.app.request('/api/v1/auth/log_in', {
        method: 'POST',
        body: `{"account":"ada","password":${content}}`,
      })
      return z.object({ code: z.number(), message: z.string() }).parse(await answer.json())
    }
    for (const levels of [64, 9000]) {
      expect(await post(nested(levels))).toEqual({
        code: 400,
        message: expect.stringContaining('64 levels'),
      })
    }
    expect((await post(nested(63))).message).not.toContain('levels')
  })

  it('in the name of an account is rejected', async () => {
    const { post } = clientOf(backend)
    expect(await post('/auth/log_in', { account: 'a\u0000', password: 'x' })).toMatchObject({
      code: 400,
    })
    expect(await post('/auth/log_in', { account: 'a\u0001', password: 'x' })).toMatchObject({
      code: 400,
      message: expect.stringContaining('control character'),
    })
  })
})

describe('U+0000', () => {
  // The first two end the session; the document is not an envelope and takes no input.
  const OTHERS: unknown[] = [CALLS.logOut, CALLS.deleteAccount, CALLS.openapi]
  const tested = Object.values(CALLS).filter((call) => !OTHERS.includes(call))
  const calls = tested.map((call) => [call.method, call.path, call] as const)
  it.each(calls)('anywhere in %s %s is never a server error', async (method, path, call) => {
    const { ask } = clientOf(backend)
    const ofKind = path.replaceAll(/\{kind\}/g, 'icon')
    const address = ofKind.replaceAll(/\{\w+\}/g, 'a%00b')
    const keys = 'query' in call && call.query ? Object.keys(call.query.shape) : []
    const query = new URLSearchParams(keys.map((key) => [key, 'a\u0000b']))
    const all = {
      ...input,
      id: 'a\u0000b',
      title: 'a\u0000b',
      data: 'a\u0000b',
      account: 'a\u0000b',
    }
    for (const body of [all, { ['a\u0000']: 1 }, { deep: [[{ a: ['\u0000'] }]] }]) {
      const init = method === 'get' ? {} : { body }
      const response = await ask(`${address}?${query}`, {
        method: method.toUpperCase(),
        token: ada,
        ...init,
      })
      expect(response.status, `${method} ${path}`).toBeLessThan(500)
      // A call without query parameters may accept the request.
      if (keys.length > 0) expect(response.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('a deeply nested body is not a server error either', async () => {
    const response = await headOnly(
      backend.app.request('/api/v1/icon', {
        method: 'POST',
        headers: { authorization: `Bearer ${ada}`, 'content-type': 'application/json' },
        body: '['.repeat(30_000) + ']'.repeat(30_000),
      }),
    )
    expect(response.status).toBe(400)
  })
})

describe('the name of a file', () => {
  it.each(HOSTILE_STRINGS)('survives the Content-Disposition header: %s', async (_, text) => {
    const name = `${printable(text).slice(0, 100).toWellFormed()}.iconpack`
    const id = await backend.add({ file: { name, bytes: Buffer.from('x') } })
    const project = projectSchema.parse((await backend.get(`/icon/${id}`)).data)
    const response = await headOnly(backend.app.request(project.file?.url ?? ''))
    expect(response.status).toBe(200)
    const header = response.headers.get('content-disposition') ?? ''
    const filename = name.replace(/\.iconpack$/, '-1.0.0.iconpack')
    expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename } })
    for (const added of ['set-cookie', 'bcc']) expect(response.headers.has(added)).toBe(false)
  })

  it.each(HOSTILE_STRINGS)('loses its control characters on upload: %s', async (_, text) => {
    const { bytes } = await buildIconPack('sun')
    const { code, data } = await upload(backend, ada, { bytes, name: `${text}.iconpack` })
    expect(code).toBe(200)
    const { name } = CALLS.upload.data.parse(data)
    expect(lineSchema.safeParse(name).success).toBe(true)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name.length).toBeGreaterThan('.iconpack'.length)
    expect(name.endsWith('.iconpack')).toBe(true)
  })
})

it('replaces control characters in text that was stored before they were rejected', async () => {
  const id = await backend.add({ title: 'a\u0001b', description: 'c\u0008d' })
  const { data } = await backend.get(`/icon/${id}`)
  expect(projectSchema.parse(data)).toMatchObject({
    title: printable('a\u0001b'),
    description: 'c\ufffdd',
  })
})
