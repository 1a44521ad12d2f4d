import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accounts,
  authors,
  jobs,
  projects,
  rateLimits,
  reports,
  settings,
  siteSettings,
} from '#backend/db/tables.ts'
import type { JobContext } from '#backend/services/job/runner.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import {
  DIGEST_JOB,
  DIGEST_LISTED,
  digestHandler,
  scheduleDigest,
} from '#backend/services/report/digest.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { PATIENCE } from '#tests/support/patience.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { withRole } from '#tests/support/roles.ts'
import { PAYER } from '#tests/support/payer.ts'

let author: string
let administrator: string
let project: string
let now: string
const backend = await testBackend()
beforeAll(async () => {
  author = await registered(backend)
  await withRole(backend, 'moderator')
  administrator = await withRole(backend, 'administrator')
})
beforeEach(async () => {
  const { db } = backend
  for (const table of [reports, rateLimits, settings, siteSettings, projects])
    await db.delete(table)
  await db
    .update(accounts)
    .set({ role: 'moderator' })
    .where(eq(accounts.emailKey, 'moderator@example.com'))
  at('2026-06-01T07:10:00Z')
  project = await backend.add({ title: 'Orchard' })
  const [ada] = await db.select().from(authors).where(eq(authors.name, 'ada_lovelace'))
  await db.update(projects).set({ authorUid: ada?.uid ?? '' })
  backend.messages.length = 0
})

const at = (time: string) => {
  now = time
  backend.setClock(time)
}
async function choose(mode: string | null, also: Record<string, string | null> = {}) {
  const { ask } = clientOf(backend)
  const { data } = await ask('/admin/settings', { token: administrator })
  const revision = Number(Reflect.get(Object(data), 'revision'))
  const body = { revision, values: { moderator_mails: mode, ...also } }
  const answer = await ask('/admin/settings', { method: 'PUT', token: administrator, body })
  expect(answer).toMatchObject({ code: 200 })
  await turn()
}
const report = (text = 'It runs a miner') =>
  clientOf(backend).post('/reports', { kind: 'icon', id: project, reason: 'malware', text })

/** A turn of the job. @param steps mails after which it is stopped. @returns seconds until the next one. */
async function turn({ steps = Infinity, send = backend.send } = {}): Promise<number> {
  const stopping = new AbortController()
  let left = steps
  const context: JobContext = {
    signal: stopping.signal,
    progress: async () => undefined,
    slice: { leftMs: () => 1000, spend: () => undefined },
    payer: PAYER,
  }
  const handler = digestHandler({
    ...backend.parts,
    clock: () => new Date(now),
    send: async (message) => {
      left -= 1
      if (left <= 0) stopping.abort()
      await send(message)
    },
  })
  try {
    await handler.run('site', context)
  } catch (error) {
    if (error instanceof LaterError) return error.seconds
    throw error
  }
  return 0
}
const subjects = () => backend.messages.map(({ to, subject }) => `${to}: ${subject}`).toSorted()
const BOTH = (count: number) =>
  ['administrator', 'moderator'].map(
    (name) => `${name}@example.com: Waiting for you on Keystrip: ${count}`,
  )

describe('mails to moderators', () => {
  it('are sent at once without a setting, and by no turn', async () => {
    await choose(null)
    await report()
    await expect.poll(() => backend.messages.length, PATIENCE).toBe(2)
    expect(subjects()[0]).toContain('Report')
    at('2026-06-02T08:00:00Z')
    await turn()
    expect(backend.messages).toHaveLength(2)
  })

  it('are one at the full hour with all that waits, and none without something new', async () => {
    await choose('hourly')
    await report('One')
    await report('Two')
    at('2026-06-01T07:59:00Z')
    expect(await turn()).toBe(60)
    expect(subjects()).toEqual([])
    at('2026-06-01T08:00:01Z')
    expect(await turn()).toBe(3599)
    await turn()
    expect(subjects()).toEqual(BOTH(2))
    expect(backend.messages[0]?.text).toMatch(/Report \d+: “Orchard”\nReport \d+: “Orchard”/)
    expect(backend.messages[0]?.text).toContain('/admin/reports')
    at('2026-06-01T09:00:00Z')
    await turn()
    expect(backend.messages).toHaveLength(2)
    await report('Three')
    at('2026-06-01T10:00:00Z')
    await turn()
    expect(subjects().filter((one) => one.endsWith(': 3'))).toEqual(BOTH(3))
  })

  it('are one a day at 8:00 UTC while something waits, also if the site was stopped then', async () => {
    await choose('daily')
    await report()
    at('2026-06-01T11:20:00Z')
    await turn()
    expect(subjects()).toEqual(BOTH(1))
    at('2026-06-02T07:59:59Z')
    await turn()
    expect(backend.messages).toHaveLength(2)
    at('2026-06-02T08:00:00Z')
    await turn()
    expect(backend.messages).toHaveLength(4)
    await backend.db.update(reports).set({ state: 'dismissed' })
    at('2026-06-03T08:00:00Z')
    await turn()
    expect(backend.messages).toHaveLength(4)
  })

  it('are sent once to each, also if the job is stopped after each, or the mail server fails', async () => {
    await choose('daily')
    await report()
    at('2026-06-01T08:00:00Z')
    await turn({ steps: 1 })
    expect(backend.messages).toHaveLength(1)
    await turn({ steps: 1 })
    await turn()
    expect(subjects()).toEqual(BOTH(1))
    at('2026-06-02T08:00:00Z')
    const refuse = () => Promise.reject(new Error('The mail server is away.'))
    expect(await turn({ send: refuse })).toBe(300)
    expect(await turn()).toBe(3600)
    expect(backend.messages).toHaveLength(4)
  })

  it('have held publications too, which nothing else mails', async () => {
    // It is the first one of its author then.
    await backend.db.delete(projects)
    await choose('hourly', { review: 'first' })
    await publishProject(backend, author, { title: 'Pears' })
    at('2026-06-01T08:00:00Z')
    await turn()
    const toModerators = backend.messages.filter(({ to }) => to !== 'ada@example.com')
    expect(toModerators.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Waiting for you on Keystrip: 1'),
    )
    expect(toModerators[0]?.text).toContain('Pears (ada_lovelace)')
  })

  it('leave out what is about their reader, and go to the operator where no account has a role', async () => {
    await choose('daily')
    await report()
    const { db } = backend
    await db.update(projects).set({
      authorUid: sql`(SELECT uid FROM accounts WHERE email_key = 'moderator@example.com')`,
    })
    await db.update(reports).set({
      authorUid: sql`(SELECT uid FROM accounts WHERE email_key = 'moderator@example.com')`,
    })
    at('2026-06-01T08:00:00Z')
    await turn()
    expect(subjects()).toEqual(BOTH(1).slice(0, 1))
    await db.update(accounts).set({ role: null })
    at('2026-06-02T08:00:00Z')
    await turn()
    await db
      .update(accounts)
      .set({ role: 'administrator' })
      .where(eq(accounts.emailKey, 'administrator@example.com'))
    expect(backend.messages.at(-1)).toMatchObject({ to: 'help@example.com' })
    expect(backend.messages.at(-1)?.text).toContain('Reports waiting: 1')
  })

  it('list 20 of each, with the number of all', async () => {
    await choose('daily')
    await report()
    const { db } = backend
    await db.execute(sql`
      INSERT INTO reports (hash, kind, project_id, title, reason, text, locale, created_at)
      SELECT 'copy ' || n, kind, project_id, title, reason, text, locale, created_at
      FROM reports, generate_series(1, ${DIGEST_LISTED}) AS n`)
    at('2026-06-01T08:00:00Z')
    await turn()
    const [message] = backend.messages
    expect(message?.subject).toContain(`${DIGEST_LISTED + 1}`)
    expect(message?.text.match(/^Report \d/gm)).toHaveLength(DIGEST_LISTED)
  })
})

it('the job is queued once, and is due within an hour', async () => {
  const { db } = backend
  await db.delete(jobs).where(eq(jobs.name, DIGEST_JOB))
  // Not due: no process takes it meanwhile.
  const dueAt = sql`now() + interval '9 hours'`
  const row = { id: 'later', name: DIGEST_JOB, subject: 'site', priority: 0, dueAt }
  await db.insert(jobs).values(row)
  await scheduleDigest(db)
  // The column has whole milliseconds, and may have been rounded up.
  const inAnHour = sql`now()::timestamptz(3) + interval '1 hour'`
  const { rows } = await db.execute(
    sql`SELECT id, due_at <= ${inAnHour} AS due FROM jobs WHERE name = 'digest'`,
  )
  expect(rows).toEqual([{ id: 'later', due: true }])
})
