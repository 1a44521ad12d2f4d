import { beforeEach, describe, expect, it } from 'vitest'
import { KEPT_FORMS_MAX, keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { sweepKeptForms } from '#backend/services/kept-form/keep.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { DAY_MS, draft, HOUR_MS, later, startKeeping } from '#tests/support/kept-forms.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'

let forms: Awaited<ReturnType<typeof startKeeping>>
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  forms = await startKeeping(backend)
})

describe('a form without a kind', () => {
  it('is kept for a day, and is in no list', async () => {
    const { id } = await forms.kept({ content: { title: 'Previewed' } })
    expect(await forms.titles()).toEqual([])
    expect(await forms.change(id, draft('A draft'))).toMatchObject({ code: 404 })
    await sweepKeptForms(backend.db, later(DAY_MS - 1))
    expect(await forms.find(id)).toMatchObject({ code: 200 })
    await sweepKeptForms(backend.db, later(DAY_MS))
    expect(await forms.find(id)).toMatchObject({ code: 404 })
  })

  it(`replaces the oldest of more than ${KEPT_FORMS_MAX}, and no draft`, async () => {
    await forms.keep(draft('Plums'))
    const ids: string[] = []
    for (let at = 0; at <= KEPT_FORMS_MAX; at += 1) {
      backend.setClock(`2026-06-01T12:00:${String(at).padStart(2, '0')}Z`)
      ids.push((await forms.kept({ content: { at } })).id)
    }
    const codes = await Promise.all(ids.map(async (id) => (await forms.find(id)).code))
    expect(codes).toEqual([404, ...ids.slice(1).map(() => 200)])
    expect(await forms.titles()).toEqual(['Plums'])
  })

  it('of more than 64 KiB is refused', async () => {
    const answer = await forms.keep({ content: { title: 'x'.repeat(64 * 1024) } })
    expect(answer).toMatchObject({ code: 413, reason: 'body_too_large' })
  })
})

describe('a form that was posted after the end of a session', () => {
  const hold = (uid: string, { secret = OPERATOR_SECRET, address = '203.0.113.7' } = {}) =>
    clientOf(backend, { secret, address }).post('/account/forms/held', {
      uid,
      content: { title: 'Typed' },
    })
  const uidOf = async (as: string) => {
    const { data } = await forms.ask('/account/info', { token: as })
    return String(Object(data).uid)
  }

  it('is kept for half an hour, for its account alone', async () => {
    const { id } = keptFormIdSchema.parse((await hold(await uidOf(forms.token()))).data)
    expect(await forms.find(id, await forms.another())).toMatchObject({ code: 404 })
    await forms.wait(HOUR_MS / 2 - 1)
    expect(await forms.find(id)).toMatchObject({ code: 200, data: { content: { title: 'Typed' } } })
    await forms.wait(HOUR_MS / 2)
    expect(await forms.find(id)).toMatchObject({ code: 404 })
  })

  it('is taken from the site itself only, and for accounts that exist', async () => {
    expect(await hold(await uidOf(forms.token()), { secret: 'guessed' })).toMatchObject({
      code: 404,
    })
    expect(await hold('unknown')).toMatchObject({ code: 404 })
  })

  it('is refused after many from one network', async () => {
    const uid = await uidOf(forms.token())
    for (let at = 0; at < 30; at += 1) await hold(uid)
    expect(await hold(uid)).toMatchObject({ code: 429 })
    expect(await hold(uid, { address: '198.51.100.1' })).toMatchObject({ code: 200 })
  })
})
