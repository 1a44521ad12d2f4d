import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { moderatedReportSchema, reportReceiptSchema } from '#lib/contract/admin/report.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { withRole } from '#tests/support/roles.ts'
import { waitFor } from '#tests/support/wait.ts'

let eve: string
let moderator: string
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeAll(async () => {
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  moderator = await withRole(backend, 'moderator')
  await withRole(backend, 'administrator')
})

/** A report about a project of an account, as the moderator reads it. */
async function reportAbout(name: string) {
  const { db } = backend
  const id = await backend.add({ title: 'Orchard' })
  const [author] = await db.select().from(authors).where(eq(authors.name, name))
  await db
    .update(projects)
    .set({ authorUid: author?.uid ?? '' })
    .where(eq(projects.id, id))
  backend.messages.length = 0
  const body = { kind: 'icon', id, reason: 'malware', text: 'A miner', email: 'eve@example.com' }
  const sent = await clientOf(backend).post('/reports', body, eve)
  const path = `/admin/reports/${reportReceiptSchema.parse(sent.data).number}`
  const { data } = await clientOf(backend).ask(path, { token: moderator })
  return { id, path, report: moderatedReportSchema.parse(data) }
}
const act = (path: string, body: Record<string, unknown>) =>
  clientOf(backend).post(path, { revision: 0, ...body }, moderator)
const HIDE = { revision: 0, action: 'hide', reason: 'malware' }

it('a moderator neither decides nor undoes about an own project, and does not learn who reported it', async () => {
  const { id, path, report } = await reportAbout('moderator')
  // The other one has got its mail.
  await waitFor(() => expect(backend.messages).toHaveLength(1))
  expect(backend.messages[0]?.to).toBe('administrator@example.com')
  expect(report).toMatchObject({ is_own: true, email: '', reporter: null, text: '' })
  const refused = { code: 403, reason: 'own_report' }
  expect(await act(`${path}/decision`, { ...HIDE, action: 'dismiss' })).toMatchObject(refused)
  expect(await act(`${path}/undo`, {})).toMatchObject(refused)
  expect(await operator(backend, `api/v1${path}/decision`, HIDE)).toMatchObject({ code: 200 })
  expect(await clientOf(backend).ask(`/icon/${id}`)).toMatchObject({ code: 404 })
})

it('a moderator decides about the projects of others', async () => {
  const { path, report } = await reportAbout('evening')
  expect(report).toMatchObject({ is_own: false, text: 'A miner', reporter: 'evening' })
  expect(await act(`${path}/decision`, HIDE)).toMatchObject({ code: 200 })
})
