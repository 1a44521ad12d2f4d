import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { adminOverviewSchema } from '#lib/contract/admin/overview.ts'
import { mailTestSchema, setupSchema } from '#lib/contract/admin/setup.ts'
import { accounts, audit, jobs, projects } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { demoHandler } from '#backend/services/operator/demo-job.ts'
import { testMail } from '#backend/services/operator/test-mail.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { GRACE } from '#tests/support/operator.ts'
import { withRole } from '#tests/support/roles.ts'
import { PAYER } from '#tests/support/payer.ts'

// The test runs the job itself, turn by turn.
const backend = await testBackend()
await backend.jobs.stop()
const administrator = await withRole(backend, 'administrator')

const ask = (path: string, method = 'GET', token = administrator) =>
  clientOf(backend).ask(`/admin${path}`, { method, token })
const setup = async () => setupSchema.parse((await ask('/setup')).data)
const turn = (signal = new AbortController().signal) =>
  demoHandler({ ...backend, clock: () => new Date() }).run('', {
    signal,
    progress: async () => undefined,
    slice: { leftMs: () => 1000, spend: () => undefined },
    payer: PAYER,
  })

it('the setup is open until an administrator ends it', async () => {
  const isOpen = async () => adminOverviewSchema.parse((await ask('/overview')).data).is_setup_open
  expect(await isOpen()).toBe(true)
  expect(await setup()).toMatchObject({ is_open: true, email: 'administrator@example.com' })
  const moderator = await withRole(backend, 'moderator')
  expect(await ask('/setup/end', 'POST', moderator)).toMatchObject({ reason: 'role_missing' })
  expect(await ask('/setup/end', 'POST')).toMatchObject({ code: 200 })
  expect(await ask('/setup/end', 'POST')).toMatchObject({ code: 200 })
  expect(await isOpen()).toBe(false)
})

it('demo projects are removed by a job with its progress, and no others', async () => {
  const { db } = backend
  for (const title of ['One', 'Two']) await backend.add({ title })
  const own = await backend.add({ title: 'Own' })
  await db.update(projects).set({ demoKey: null }).where(eq(projects.id, own))
  expect(await setup()).toMatchObject({ demo: { left: 2, removing: null } })
  expect(await ask('/setup/demo', 'POST')).toMatchObject({ code: 200 })
  expect(await ask('/setup/demo', 'POST')).toMatchObject({ code: 200 })
  expect(await setup()).toMatchObject({ demo: { left: 2, removing: 2 } })
  expect(await db.$count(jobs)).toBe(1)
  expect(await turn(AbortSignal.abort())).toBe('unfinished')
  expect(await turn()).toBeUndefined()
  expect(await db.select({ id: projects.id }).from(projects)).toEqual([{ id: own }])
  expect((await db.select().from(audit))[0]).toMatchObject({
    action: 'clear_demo',
    by: 'administrator',
    after: { projects: 2 },
  })
})

it('a test message goes to the own address, with the answer of the mail server', async () => {
  const { data } = await ask('/setup/mail', 'POST')
  expect(mailTestSchema.parse(data)).toEqual({
    to: 'administrator@example.com',
    is_sent: true,
    answer: '',
  })
  expect(backend.messages.at(-1)?.subject).toMatch(/^Test message from/)
  const [account] = await backend.db.select().from(accounts)
  const sending = (send: typeof backend.send) =>
    testMail({ ...backend.parts, send }, { uid: account?.uid ?? '' })
  expect(await sending(async () => '250 2.0.0 Ok: queued')).toMatchObject({
    is_sent: true,
    answer: '250 2.0.0 Ok: queued',
  })
  const cause = new Error('Invalid login: 535 5.7.8 Error')
  const refuse = () => Promise.reject(new DomainError('mail_failed', 'Not sent.', { cause }))
  expect(await sending(refuse)).toMatchObject({
    is_sent: false,
    answer: 'Invalid login: 535 5.7.8 Error',
  })
  await expect(testMail(backend.parts, GRACE)).rejects.toMatchObject({
    code: 'no_email',
  })
})
