import { z } from 'zod'
import { keepFormAnswerSchema, keptFormsSchema } from '#lib/contract/kept-form.ts'
import { clientOf, registered } from './accounts.ts'
import type { TestBackend } from './backend.ts'

export const HOUR_MS = 3600 * 1000
export const DAY_MS = 24 * HOUR_MS
const NOON = '2026-06-01T12:00:00Z'

type Body = Record<string, unknown>

/** The body of a draft. */
export const draft = (title: string, more: Body = {}) => ({
  content: { title },
  kind: 'icon',
  title,
  ...more,
})

/** Time after the forms were kept. */
export const later = (ms: number) => new Date(Date.parse(NOON) + ms)

/** An account of an emptied backend at noon, and its calls about kept forms. */
export async function startKeeping(backend: TestBackend) {
  await backend.empty()
  backend.setClock(NOON)
  const { ask, post } = clientOf(backend)
  let token = await registered(backend)
  const at = (id: string) => `/account/forms/${id}`
  const keep = (body: Body, as = token) => post('/account/forms', body, as)
  const list = async (as = token) =>
    keptFormsSchema.parse((await ask('/account/forms', { token: as })).data).items
  return {
    ask,
    post,
    token: () => token,
    keep,
    kept: async (body: Body, as?: string) =>
      keepFormAnswerSchema.parse((await keep(body, as)).data),
    find: (id: string, as = token) => ask(at(id), { token: as }),
    change: (id: string, body: Body, revision?: number, as = token) =>
      ask(at(id), {
        method: 'PUT',
        body,
        token: as,
        ...(revision !== undefined && { headers: { 'if-match': `"${revision}"` } }),
      }),
    discard: (id: string, as = token) => ask(at(id), { method: 'DELETE', token: as }),
    list,
    titles: async (as?: string) => (await list(as)).map(({ title }) => title),
    /** Registers another account. @returns its token. */
    another: () => registered(backend, { username: 'evening', email: 'eve@example.com' }),
    /** Sets the clock to a time since noon, and signs in again. */
    wait: async (ms: number) => {
      backend.setClock(later(ms).toISOString())
      const login = { account: 'ada_lovelace', password: 'engine-1843' }
      token = z.object({ token: z.string() }).parse(await post('/auth/log_in', login)).token
    },
  }
}
