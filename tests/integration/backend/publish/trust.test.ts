import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAILY_PROJECTS, settingsAnswerSchema } from '#lib/contract/admin/settings.ts'
import { accounts, projects } from '#backend/db/tables.ts'
import { trustOf } from '#backend/services/project/trust.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { startOwners } from '#tests/support/plugin-owners.ts'
import { projectInput, publishProject } from '#tests/support/publishing.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date('2026-06-01T12:00:00Z')
const before = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let ada = ''
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOW.toISOString())
  ada = await registered(backend)
})

async function setDaily(number: string) {
  const path = 'api/v1/admin/settings'
  const { revision } = settingsAnswerSchema.parse((await operator(backend, path)).data)
  const body = { revision, values: { daily_projects: number } }
  return operator(backend, path, body, OPERATOR_SECRET, 'PUT')
}
async function publish() {
  const body = await projectInput(backend, ada)
  return clientOf(backend).ask('/icon', { method: 'POST', token: ada, body })
}
/** Further projects like the one that is published. */
async function copies(count: number) {
  const rows = await backend.db.select().from(projects).limit(1)
  const made = Array.from({ length: Math.max(0, count) }, (_, at) =>
    rows.map((row) => ({ ...row, id: `copy-${at}`, createdAt: NOW })),
  ).flat()
  if (made.length > 0) await backend.db.insert(projects).values(made)
}
const registeredBefore = (days: number) =>
  backend.db.update(accounts).set({ createdAt: before(days) })
async function trust() {
  const [account] = await backend.db.select().from(accounts)
  return trustOf(backend.db, account?.uid ?? '', NOW)
}

describe('the projects of a day', () => {
  it('of a new account are limited; the refusal names number and time, and the files stay', async () => {
    await setDaily('2')
    const first = await publishProject(backend, ada)
    const madeBefore = (days: number) =>
      backend.db
        .update(projects)
        .set({ createdAt: before(days) })
        .where(eq(projects.id, first.id))
    await madeBefore(0.5)
    await copies(1)
    const body = await projectInput(backend, ada)
    const send = () => clientOf(backend).ask('/icon', { method: 'POST', token: ada, body })
    expect(await send()).toMatchObject({
      code: 429,
      reason: 'daily_limit',
      details: { limit: 2, retry_at: '2026-06-02T00:00:00.000Z' },
    })
    await madeBefore(1)
    expect(await send()).toMatchObject({ code: 200 })
  })

  it('are counted once for requests at the same time', async () => {
    await setDaily('1')
    const bodies = [await projectInput(backend, ada), await projectInput(backend, ada)]
    const answers = await Promise.all(
      bodies.map((body) => clientOf(backend).ask('/icon', { method: 'POST', token: ada, body })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 429])
  })

  it('of a known account are five times as many', async () => {
    await setDaily('1')
    await publishProject(backend, ada)
    expect(await publish()).toMatchObject({ reason: 'daily_limit' })
    await registeredBefore(8)
    expect(await publish()).toMatchObject({ code: 200 })
  })

  it('are the number of a variable where it is set, for plugins too', async () => {
    const owners = await startOwners({ overrides: { daily_projects: '1' } })
    owners.repository()
    const grace = await owners.account('grace')
    await publishProject(owners.backend, grace)
    expect(await owners.publish(grace)).toMatchObject({ reason: 'daily_limit' })
    await owners.stop()
  })

  it('are a number that administrators can type', async () => {
    for (const number of ['0', 'many', '10000', '-1'])
      expect(await setDaily(number)).toMatchObject({ code: 400 })
    expect(DAILY_PROJECTS).toBe(20)
  })
})

describe('an account', () => {
  it.each([
    ['new', 6, 5],
    ['new', 100, 0],
    ['known', 7, 1],
    ['known', 89, 5],
    ['trusted', 90, 5],
  ])('is %s after %i days with %i public projects', async (level, days, count) => {
    await registeredBefore(days)
    if (count > 0) await publishProject(backend, ada)
    await copies(count - 1)
    expect(await trust()).toBe(level)
  })

  it('is new again with a project that a moderator has hidden, and not with one that waits', async () => {
    await registeredBefore(100)
    const { id } = await publishProject(backend, ada)
    await copies(1)
    const hide = (values: { hiddenAt: Date | null; heldFor: string | null }) =>
      backend.db.update(projects).set(values).where(eq(projects.id, id))
    await hide({ hiddenAt: NOW, heldFor: 'review' })
    expect(await trust()).toBe('known')
    await hide({ hiddenAt: NOW, heldFor: null })
    expect(await trust()).toBe('new')
    await hide({ hiddenAt: null, heldFor: null })
    expect(await trust()).toBe('known')
  })

  it('with a role is trusted', async () => {
    await backend.db.update(accounts).set({ role: 'moderator' })
    expect(await trust()).toBe('trusted')
  })
})
