import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { keepFormAnswerSchema, keptFormSchema, keptFormsSchema } from '#lib/contract/kept-form.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { isLeftOut, isWritable, target, token } from './client.ts'
import { createInput, dataOf, register, remove, send } from './creator.ts'

const draft = (title: string) => ({ content: { title }, kind: 'icon', title })
const at = (id: string) => `/account/forms/${id}`
const get = (path: string, as = token) => send(target, path, { method: 'GET', token: as })

describe.skipIf(!isWritable)('drafts', () => {
  it('a draft is changed on top of its revision, listed, and found by its account alone', async ({
    skip,
  }) => {
    const created = await send(target, '/account/forms', { token, body: draft('Plums') })
    if (isLeftOut(created.code)) return skip('the backend leaves the call out')
    const { id, revision } = dataOf(created, keepFormAnswerSchema)
    const change = (title: string, match: number | undefined) =>
      send(target, at(id), { method: 'PUT', token, body: draft(title), ...(match && { match }) })
    expect(await change('Prunes', revision)).toMatchObject({ code: CODE_OK })
    expect(await change('Pears', revision)).toMatchObject({ code: 409, reason: 'stale' })
    expect(dataOf(await get(at(id)), keptFormSchema).content).toEqual({ title: 'Prunes' })
    const { items } = dataOf(await get('/account/forms'), keptFormsSchema)
    expect(items.find((one) => one.id === id)).toMatchObject({ title: 'Prunes', kind: 'icon' })
    const other = await register(target)
    expect(await get(at(id), other.token)).toMatchObject({ code: 404 })
    expect(await send(target, at(id), { method: 'DELETE', token })).toMatchObject({ code: CODE_OK })
    expect(await get(at(id))).toMatchObject({ code: 404 })
    return undefined
  })

  it('publishing with the key of a draft deletes it, and is done once', async ({ skip }) => {
    const key = randomUUID()
    const kept = await send(target, '/account/forms', { token, body: { ...draft('Plums'), key } })
    if (isLeftOut(kept.code)) return skip('the backend leaves the call out')
    const { id } = dataOf(kept, keepFormAnswerSchema)
    const body = await createInput(target, token, 'icon')
    const first = dataOf(await send(target, '/icon', { token, key, body }), projectSchema)
    const second = dataOf(await send(target, '/icon', { token, key, body }), projectSchema)
    expect(second.id).toBe(first.id)
    expect(await get(at(id))).toMatchObject({ code: 404 })
    await remove(target, token, 'icon', first.id)
    return undefined
  })
})
