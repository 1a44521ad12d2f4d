import pino from 'pino'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFailureLog } from '#lib/log/failures.ts'
import { connect, type Database } from '#backend/db/connect.ts'
import { jobs } from '#backend/db/tables.ts'
import { claim as claimOf } from '#backend/services/job/claim.ts'
import {
  ATTEMPTS_MAX,
  enqueue,
  finish,
  freeLeases,
  putBack,
  renew,
} from '#backend/services/job/queue.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { type JobHandler, type Jobs, startJobs } from '#backend/services/job/runner.ts'
import { testBackend } from '#tests/support/backend.ts'
import { waitFor } from '#tests/support/wait.ts'

let db: Database
const backend = await testBackend()
beforeAll(async () => {
  // The runner of the backend would claim the jobs of these tests.
  await backend.jobs.stop()
  db = backend.db
})
beforeEach(() => backend.empty())
const runners: Jobs[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
})

const log = pino({ level: 'silent' })
const claim = () => claimOf(db, { names: ['release'] })
const put = (subject: string, priority = 0) => enqueue(db, { name: 'release', subject, priority })
const idle = async () => undefined
function run(handler: Partial<JobHandler>, database = db, concurrency = 1) {
  const handlers = { release: { run: idle, giveUp: idle, ...handler } }
  const runner = startJobs({
    db: database,
    log,
    failures: createFailureLog(log),
    handlers,
    concurrency,
    pollMs: 20,
  })
  runners.push(runner)
  return runner
}
const left = () => db.$count(jobs)
const expire = () => db.execute(sql`UPDATE jobs SET leased_until = now() - interval '1 s'`)

describe('the queue', () => {
  it('runs each job once, by priority, and deletes it', async () => {
    await put('later', 10)
    await put('a')
    await put('a')
    const done: string[] = []
    run({ run: async (subject) => void done.push(subject) })
    await waitFor(async () => expect(await left()).toBe(0))
    expect(done).toEqual(['a', 'later'])
  })

  it('gives a job that was just enqueued, whose due time may be rounded up', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.transaction(async (tx) => {
        await enqueue(tx, { name: 'release', subject: `job-${round}`, priority: 0 })
        expect(await claimOf(tx, { names: ['release'] })).not.toBeNull()
      })
    }
  })

  it('contains no job of a transaction that was rolled back', async () => {
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, { name: 'release', subject: 'a', priority: 0 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await left()).toBe(0)
  })

  it('is shared by two backends, which never run a job at the same time', async () => {
    const other = connect(backend.database)
    for (let at = 0; at < 40; at += 1) await put(`job-${at}`)
    const open = new Set<string>()
    const done: string[] = []
    let isTwice = false
    const handler = {
      run: async (subject: string) => {
        isTwice ||= open.has(subject)
        open.add(subject)
        await new Promise((resolve) => setImmediate(resolve))
        open.delete(subject)
        done.push(subject)
      },
    }
    run(handler, db, 2)
    run(handler, other, 2)
    await waitFor(async () => expect(await left()).toBe(0))
    for (const runner of runners.splice(0)) await runner.stop()
    await other.close()
    expect(isTwice).toBe(false)
    expect(done.toSorted()).toEqual([...new Set(done)].toSorted())
    expect(done).toHaveLength(40)
  })

  it('gives a payer no more places than it may have, also to claims at the same time', async () => {
    for (let at = 0; at < 4; at += 1) {
      await enqueue(db, { name: 'release', subject: `job-${at}`, priority: 0, payer: 'account a' })
    }
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => claimOf(db, { names: ['release'], perPayer: 1 })),
    )
    expect(claims.filter((job) => job !== null)).toHaveLength(1)
  })

  it('gives the job of a dead worker to another one when its lease expires; the dead one loses it', async () => {
    await put('a')
    const dead = await claim()
    expect(await claim()).toBeNull()
    await expire()
    const alive = await claim()
    expect(alive).toMatchObject({ subject: 'a', attempts: 2 })
    if (!dead || !alive) return
    expect(await renew(db, dead)).toBe(false)
    await finish(db, dead)
    await putBack(db, dead, 'failed')
    expect(await renew(db, alive, { done: 1, total: 2 })).toBe(true)
    await finish(db, alive)
    expect(await left()).toBe(0)
  })

  it('frees the leases of a killed process when the only backend starts', async () => {
    await put('a')
    await claim()
    await freeLeases(db)
    expect(await claim()).toMatchObject({ subject: 'a' })
  })

  it('retries with exponential back-off, and gives up in the end', async () => {
    await put('a')
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const job = await claim()
      if (!job) throw new Error('Nothing is due.')
      await putBack(db, job, 'failed')
      const [row] = (
        await db.execute(sql`SELECT extract(epoch FROM due_at - now()) AS s FROM jobs`)
      ).rows
      pauses.push(Math.round(Number(row?.['s'])))
      expect(await claim()).toBeNull()
      await db.execute(sql`UPDATE jobs SET due_at = now()`)
    }
    expect(pauses).toEqual([4, 8, 16])
    await db.execute(sql`UPDATE jobs SET attempts = ${ATTEMPTS_MAX}`)
    const givenUp: string[] = []
    run({
      run: async () => {
        throw new Error('never')
      },
      giveUp: async (subject) => void givenUp.push(subject),
    })
    await waitFor(async () => expect(await left()).toBe(0))
    expect(givenUp).toEqual(['a'])
  })

  it('begins a job again at the time that it asks for, and counts no attempt', async () => {
    await put('a')
    const runner = run({
      run: async () => {
        throw new LaterError(90)
      },
    })
    const rowOf = async () =>
      (await db.execute(sql`SELECT attempts, extract(epoch FROM due_at - now()) AS s FROM jobs`))
        .rows[0]
    await waitFor(async () => expect(Number((await rowOf())?.['s'])).toBeGreaterThan(60))
    await runner.stop()
    expect(await rowOf()).toMatchObject({ attempts: 0 })
    expect(await claim()).toBeNull()
  })

  it('leaves jobs without a handler to runners that have one', async () => {
    await enqueue(db, { name: 'drawings', subject: 'a', priority: 0 })
    await put('b')
    const done: string[] = []
    run({ run: async (subject) => void done.push(subject) })
    await waitFor(() => expect(done).toEqual(['b']))
    expect(await claimOf(db, { names: ['drawings'] })).toMatchObject({ subject: 'a', attempts: 1 })
  })

  it('gets interrupted jobs back at once when the runner stops', async () => {
    await put('a')
    let begun = () => undefined as void
    const working = new Promise<void>((resolve) => (begun = resolve))
    const runner = run({
      run: (_, { signal }) => {
        begun()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    })
    await working
    await runner.stop()
    expect(await claim()).toMatchObject({ subject: 'a', attempts: 1 })
  })

  it('uses no connection while a job runs', async () => {
    await put('a')
    let finishJob = () => undefined as void
    const until = new Promise<void>((resolve) => (finishJob = resolve))
    let isRunning = false
    run({ run: () => ((isRunning = true), until) })
    await waitFor(() => expect(isRunning).toBe(true))
    expect((await backend.get('/icon/list')).status).toBe(200)
    finishJob()
    await waitFor(async () => expect(await left()).toBe(0))
  })
})
