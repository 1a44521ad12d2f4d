import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '#backend/app.ts'
import { connect } from '#backend/db/connect.ts'
import type { Project } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { quietParts, startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { operatorOf } from '#tests/support/hidden.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { projectInput, publishProject, storedFiles } from '#tests/support/publishing.ts'

let backend: TestBackend
/** Another backend with the same database and files. */
let second: Pick<TestBackend, 'app'>
let ada = ''
let eve = ''
let close = async (): Promise<void> => undefined
beforeAll(async () => {
  backend = await startTestBackend({ internalSecret: OPERATOR_SECRET })
  const db = connect(backend.database)
  const parts = quietParts(db, backend.storage)
  second = { app: createApp({ ...parts, internalSecret: OPERATOR_SECRET }) }
  close = () => db.close()
})
afterAll(async () => {
  await close()
  await backend.stop()
})
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

const actAt = (site: Pick<TestBackend, 'app'>) => operatorOf(site).act
const ask = (address: string, token: string, method: string, body?: unknown) =>
  clientOf(backend).ask(address, { method, token, ...(body !== undefined && { body }) })
const remove = ({ id }: Project, token: string) => ask(`/icon?id=${id}`, token, 'DELETE')
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code)
const lists = async () => {
  const { hidden, held } = operatorOf(backend)
  return { hidden: (await hidden()).length, held: (await held()).length }
}

it.each([1, 2])(
  'hidden while its author deletes it: its files are kept, or it was gone before (%i)',
  async () => {
    const project = await publishProject(backend, ada)
    const [hide, gone] = codes(
      await Promise.all([actAt(second)('hide', project), remove(project, ada)]),
    )
    expect(gone).toBe(200)
    expect([200, 404]).toContain(hide)
    const isKept = hide === 200
    expect(await lists()).toEqual({ hidden: isKept ? 1 : 0, held: 0 })
    expect((await storedFiles(backend)).rows).toBe(isKept ? 3 : 0)
  },
)

it.each([1, 2])('hidden while its account is deleted: likewise (%i)', async () => {
  const project = await publishProject(backend, ada)
  const body = { username: 'ada_lovelace', password: 'engine-1843' }
  const [hide, gone] = codes(
    await Promise.all([actAt(second)('hide', project), ask('/account/delete', ada, 'POST', body)]),
  )
  expect(gone).toBe(200)
  expect((await storedFiles(backend)).rows).toBe(hide === 200 ? 3 : 0)
})

/** A publication that is held. */
async function held(): Promise<Project> {
  await actAt(backend)('hide', await publishProject(backend, ada))
  return publishProject(backend, eve, { title: 'Meadow' })
}

it.each(['release', 'refuse'])(
  '%s while the author deletes: one of them is first',
  async (action) => {
    const project = await held()
    const [decided, gone] = codes(
      await Promise.all([actAt(second)(action, project), remove(project, eve)]),
    )
    expect(gone).toBe(200)
    expect([200, 404]).toContain(decided)
    expect((await lists()).held).toBe(0)
    expect((await ask(`/icon/${project.id}`, eve, 'GET')).code).toBe(404)
  },
)

it('two operators at once: one decides, the other gets 404', async () => {
  const project = await held()
  const answers = codes(
    await Promise.all([actAt(backend)('release', project), actAt(second)('refuse', project)]),
  )
  expect(answers.toSorted()).toEqual([200, 404])
  const isPublic = answers[0] === 200
  expect((await ask(`/icon/${project.id}`, eve, 'GET')).code).toBe(isPublic ? 200 : 404)
})

it('six publications of the same file at once: five are held, one is refused, none is public', async () => {
  await actAt(backend)('hide', await publishProject(backend, ada))
  const inputs: Record<string, unknown>[] = []
  for (let count = 0; count < 6; count += 1) inputs.push(await projectInput(backend, eve))
  const answers = await Promise.all(inputs.map((input) => ask('/icon', eve, 'POST', input)))
  for (const { code, data, reason } of answers) {
    expect(code === 200 ? Object(data).held : reason).toMatch(/^(project|held)$/)
  }
  expect((await lists()).held).toBe(5)
  expect((await clientOf(backend).ask('/icon/list')).data).toMatchObject({ total: 0 })
})
