import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  moderatedReportSchema,
  reportReceiptSchema,
  reportsSchema,
  reportViewSchema,
} from '#lib/contract/admin/report.ts'
import { accounts, audit, authors, projects, rateLimits, reports } from '#backend/db/tables.ts'
import { reportHandler } from '#backend/services/report/job.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { allRows } from '#tests/support/all-rows.ts'
import type { JobContext } from '#backend/services/job/runner.ts'
import { testBackend } from '#tests/support/backend.ts'
import { withRole } from '#tests/support/roles.ts'
import { waitFor } from '#tests/support/wait.ts'
import { PAYER } from '#tests/support/payer.ts'

let author: string
let eve: string
let moderator: string
let project: { id: string }
let now: Date
const backend = await testBackend()
beforeAll(async () => {
  author = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  moderator = await withRole(backend, 'moderator')
})
beforeEach(async () => {
  const { db } = backend
  now = new Date('2026-06-01T12:00:00Z')
  backend.setClock(now.toISOString())
  for (const table of [reports, audit, rateLimits]) await db.delete(table)
  const isModerator = eq(accounts.emailKey, 'moderator@example.com')
  await db.update(accounts).set({ role: 'moderator' }).where(isModerator)
  backend.messages.length = 0
  project = { id: await backend.add({ title: 'Orchard' }) }
  const [ada] = await db.select().from(authors).where(eq(authors.name, 'ada_lovelace'))
  await db
    .update(projects)
    .set({ authorUid: ada?.uid ?? '' })
    .where(eq(projects.id, project.id))
})

const { ask, post } = clientOf(backend)

/** Reports the project. @returns number, and the secret of the sender’s page. */
async function reported(said: Record<string, unknown> = {}, token?: string) {
  const body = { kind: 'icon', id: project.id, reason: 'malware', text: 'It runs a miner', ...said }
  const { number, path } = reportReceiptSchema.parse((await post('/reports', body, token)).data)
  return { number, code: new URLSearchParams(path.split('?')[1]).get('code') ?? '' }
}

const read = async (number: number) =>
  moderatedReportSchema.parse((await ask(`/admin/reports/${number}`, { token: moderator })).data)
const queue = async (query = '') =>
  reportsSchema.parse((await ask(`/admin/reports${query}`, { token: moderator })).data).items
const statusOf = async (code: string) =>
  reportViewSchema.parse((await post('/reports/status', { code })).data)

async function decide(number: number, said: Record<string, unknown>, token = moderator) {
  const body = { revision: (await read(number)).revision, reason: 'malware', ...said }
  return post(`/admin/reports/${number}/decision`, body, token)
}
const undo = async (number: number) =>
  post(`/admin/reports/${number}/undo`, { revision: (await read(number)).revision }, moderator)
/** The job as the queue runs it, with the clock of the test. */
const deps = () => ({ ...backend, clock: () => now })
const CONTEXT: JobContext = {
  signal: new AbortController().signal,
  progress: async () => undefined,
  slice: { leftMs: () => 1000, spend: () => undefined },
  payer: PAYER,
}

const isShown = async () => (await ask(`/icon/${project.id}`)).code === 200

describe('a report', () => {
  it('is taken from a visitor, who follows it by a secret that is not stored', async () => {
    const { number, code } = await reported()
    expect(await statusOf(code)).toMatchObject({ number, state: 'open', title: 'Orchard' })
    expect(JSON.stringify(await backend.db.select().from(reports))).not.toContain(code)
    expect(await post('/reports/status', { code: 'x'.repeat(43) })).toMatchObject({ code: 404 })
    expect(await queue()).toMatchObject([{ number, reason: 'malware', author: 'ada_lovelace' }])
    expect(await read(number)).toMatchObject({ reporter: null, project: { title: 'Orchard' } })
  })

  it('names its sender to moderators if there is a session', async () => {
    const { number } = await reported({}, eve)
    expect(await read(number)).toMatchObject({ reporter: 'evening' })
    const body = { kind: 'icon', id: project.id, reason: 'spam' }
    expect(await post('/reports', body, 'ended-session')).toMatchObject({ code: 401 })
  })

  it.each([
    [{ reason: 'infringement' }, ['work', 'rights_holder', 'email', 'statement']],
    [{ reason: 'malware', text: ' ' }, ['text']],
    [{ reason: 'spam', author: 'ada_lovelace' }, ['id']],
  ])('needs the fields of its reason: %j', async (said, fields) => {
    const body = { kind: 'icon', id: project.id, ...said }
    expect(await post('/reports', body)).toMatchObject({ code: 400, fields })
  })

  it('is about an author as well, and about nothing that visitors do not see', async () => {
    const about = { kind: undefined, id: undefined, reason: 'spam', author: 'ada_lovelace' }
    const { number } = await reported(about)
    expect(await read(number)).toMatchObject({ kind: null, project: null, title: 'ada_lovelace' })
    await backend.db.update(projects).set({ hiddenAt: new Date() })
    const body = { kind: 'icon', id: project.id, reason: 'spam' }
    expect(await post('/reports', body)).toMatchObject({ code: 404 })
  })

  it('is one of ten an hour from a network', async () => {
    for (let count = 0; count < 10; count += 1) await reported()
    const body = { kind: 'icon', id: project.id, reason: 'spam' }
    expect(await post('/reports', body)).toMatchObject({ code: 429 })
  })

  it('is mailed to the moderators, and to the operator where there are none', async () => {
    await reported()
    await waitFor(() =>
      expect(backend.messages.map(({ to }) => to)).toContain('moderator@example.com'),
    )
    await backend.db.update(accounts).set({ role: null })
    await reported()
    await waitFor(() => expect(backend.messages.map(({ to }) => to)).toContain('help@example.com'))
  })
})

describe('a decision', () => {
  it('hides the project at once with all reports about it, and is undone within ten minutes', async () => {
    const { number, code } = await reported()
    const other = await reported()
    expect(await decide(number, { action: 'hide', text: 'A miner' })).toMatchObject({ code: 200 })
    expect(await isShown()).toBe(false)
    expect(await queue()).toEqual([])
    expect(await statusOf(other.code)).toMatchObject({
      state: 'hidden',
      decision: { reason: 'malware', text: 'A miner' },
    })
    expect(await undo(number)).toMatchObject({ code: 200 })
    expect(await isShown()).toBe(true)
    expect((await queue()).map((one) => one.number)).toEqual([number, other.number])
    expect(await statusOf(code)).toMatchObject({ state: 'open', decision: null })
    const log = await backend.db.select().from(audit).orderBy(audit.id)
    expect(log.map(({ action, by, reason }) => [action, by, reason])).toEqual([
      ['hide', 'moderator', 'It is harmful. A miner'],
      ['undo', 'moderator', ''],
      ['restore', 'moderator', ''],
    ])
  })

  it('that is older than ten minutes stays', async () => {
    const { number } = await reported()
    await decide(number, { action: 'dismiss', reason: 'unfounded' })
    backend.setClock('2026-06-01T12:10:00Z')
    expect(await undo(number)).toMatchObject({ code: 409, reason: 'too_late' })
    expect(await queue('?state=decided')).toMatchObject([{ number, state: 'dismissed' }])
  })

  it('deletes the project when it can no longer be undone', async () => {
    const { number } = await reported()
    await decide(number, { action: 'delete' })
    expect(await isShown()).toBe(false)
    expect(await backend.db.$count(projects, eq(projects.id, project.id))).toBe(1)
    const deleteNow = () => reportHandler(deps()).run(String(number), CONTEXT)
    await expect(deleteNow()).rejects.toMatchObject({ seconds: 600 })
    await undo(number)
    await deleteNow()
    expect(await isShown()).toBe(true)
    await decide(number, { action: 'delete' })
    // The moderator may lose the role meanwhile.
    await backend.db.update(accounts).set({ role: null })
    now = new Date('2026-06-01T12:10:01Z')
    await deleteNow()
    expect(await backend.db.$count(projects, eq(projects.id, project.id))).toBe(0)
  })

  it('of the second of two moderators is refused', async () => {
    const { number } = await reported()
    const { revision } = await read(number)
    const body = { revision, action: 'dismiss', reason: 'unfounded' }
    const answers = await Promise.all(
      [1, 2].map(() => post(`/admin/reports/${number}/decision`, body, moderator)),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(answers.map(({ reason }) => reason)).toContain('stale')
  })

  it('writes to the author in the language of the account, and to the sender', async () => {
    await backend.db.update(accounts).set({ locale: 'de' })
    const { number } = await reported({ email: 'reader@example.org' })
    await decide(number, { action: 'hide', text: 'Ein Miner' })
    await waitFor(() =>
      expect(backend.messages.map(({ to }) => to)).toContain('reader@example.org'),
    )
    const toAuthor = backend.messages.findLast(({ to }) => to === 'ada@example.com')
    expect(toAuthor?.text).toContain('Es ist schädlich. Ein Miner')
  })
})

describe('a question', () => {
  it('reaches the author alone, whose answer the moderator reads', async () => {
    const { number, code } = await reported({ email: 'reader@example.org' })
    const own = (token: string) => ask('/account/reports', { token })
    const answer = (token: string) =>
      post(`/account/reports/${number}/answers`, { text: 'It is a clock' }, token)
    expect((await own(author)).data).toEqual({ items: [] })
    expect(await answer(author)).toMatchObject({ code: 404 })
    expect(await decide(number, { action: 'ask_author' })).toMatchObject({ code: 400 })
    await decide(number, { action: 'ask_author', text: 'What does it run?' })
    const { data } = await own(author)
    expect(data).toMatchObject({
      items: [{ number, is_asked: true, messages: [{ text: 'What does it run?' }] }],
    })
    expect(JSON.stringify(data)).not.toContain('reader@example.org')
    expect((await own(eve)).data).toEqual({ items: [] })
    expect(await answer(eve)).toMatchObject({ code: 404 })
    expect(await answer(author)).toMatchObject({ code: 200 })
    expect((await own(author)).data).toMatchObject({ items: [{ is_asked: false }] })
    expect(await queue()).toMatchObject([{ number, is_answered: true }])
    expect((await read(number)).messages).toMatchObject([
      { from: 'moderator', to: 'author', by: 'moderator' },
      { from: 'author', text: 'It is a clock' },
    ])
    expect(await statusOf(code)).toMatchObject({ messages: [], state: 'asked', is_asked: false })
  })

  it('reaches the sender by the secret', async () => {
    const { number, code } = await reported()
    await decide(number, { action: 'ask_reporter', text: 'Which file?' })
    expect(await statusOf(code)).toMatchObject({ is_asked: true })
    expect(await post('/reports/answers', { code, text: 'sun.svg' })).toMatchObject({ code: 200 })
    expect(await statusOf(code)).toMatchObject({
      is_asked: false,
      messages: [{ text: 'Which file?' }, { from: 'reporter', text: 'sun.svg' }],
    })
    expect((await ask('/account/reports', { token: author })).data).toEqual({ items: [] })
  })
})

it('of a deleted account no report, entry or filter keeps the name', async () => {
  const gone = { username: 'gone_soon', email: 'gone@example.com' }
  const token = await registered(backend, gone)
  const administrator = await withRole(backend, 'administrator')
  const about = { kind: undefined, id: undefined, reason: 'spam', author: gone.username }
  const { number } = await reported(about)
  await decide(number, { action: 'dismiss', reason: 'unfounded' })
  await backend.db
    .update(projects)
    .set({ authorUid: sql`(SELECT uid FROM authors WHERE name = ${gone.username})` })
    .where(eq(projects.id, project.id))
  const bulk = { action: 'hide', author: gone.username, reason: 'x', confirm: 1 }
  await post('/admin/bulk', bulk, administrator)
  const removal = { username: gone.username, password: 'engine-1843' }
  expect(await post('/account/delete', removal, token)).toMatchObject({ code: 200 })
  const rows = await allRows((text) => backend.db.execute(sql.raw(text)))
  // Recent changes are deleted after an hour.
  const kept = { ...rows, changes: [], rate_limits: [] }
  expect(JSON.stringify(kept).includes(gone.username)).toBe(false)
})
