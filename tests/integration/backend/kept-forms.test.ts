import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KEPT_FORMS_MAX, keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { keptForms } from '#backend/db/account-schema.ts'
import { sweepKeptForms } from '#backend/services/kept-form/keep.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'

const HOUR_MS = 3600 * 1000

let backend: TestBackend
let token: string
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.empty()
  backend.setClock('2026-06-01T12:00:00Z')
  token = await registered(backend)
})

async function keep(title: string, as = token): Promise<string> {
  const { data } = await clientOf(backend).post('/account/forms', { content: { title } }, as)
  return keptFormIdSchema.parse(data).id
}
const find = (id: string, as = token) =>
  clientOf(backend).ask(`/account/forms/${id}`, { token: as })

it('a kept form is returned to its account, and is not found for another one', async () => {
  const id = await keep('Plums \ud800')
  expect(await find(id)).toMatchObject({ code: 200, data: { content: { title: 'Plums \ud800' } } })
  const other = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  expect(await find(id, other)).toMatchObject({ code: 404, data: null })
})

it(`of more than ${KEPT_FORMS_MAX} kept forms of an account the oldest is replaced`, async () => {
  const other = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  const theirs = await keep('theirs', other)
  const ids: string[] = []
  for (let at = 0; at <= KEPT_FORMS_MAX; at += 1) {
    backend.setClock(`2026-06-01T12:00:${String(at).padStart(2, '0')}Z`)
    ids.push(await keep(`form ${at}`))
  }
  const codes = await Promise.all(ids.map(async (id) => (await find(id)).code))
  expect(codes).toEqual([404, ...ids.slice(1).map(() => 200)])
  expect(await find(theirs, other)).toMatchObject({ code: 200 })
})

it('a kept form is found for a day, then deleted by the sweep', async () => {
  const id = await keep('Plums')
  const [row] = await backend.db.select().from(keptForms)
  const keptAt = row?.createdAt.getTime() ?? 0
  await sweepKeptForms(backend.db, new Date(keptAt + 24 * HOUR_MS - 1))
  expect(await find(id)).toMatchObject({ code: 200 })
  await sweepKeptForms(backend.db, new Date(keptAt + 24 * HOUR_MS))
  expect(await find(id)).toMatchObject({ code: 404 })
})

it('a form that exceeds 64 KiB is refused', async () => {
  const answer = await clientOf(backend).post(
    '/account/forms',
    { content: { title: 'x'.repeat(64 * 1024) } },
    token,
  )
  expect(answer).toMatchObject({ code: 413, reason: 'body_too_large' })
})

it('the forms of an account are deleted with it', async () => {
  await keep('Plums')
  const body = { username: 'ada_lovelace', password: 'engine-1843' }
  expect(await clientOf(backend).post('/account/delete', body, token)).toMatchObject({ code: 200 })
  expect(await backend.db.select().from(keptForms)).toEqual([])
})
