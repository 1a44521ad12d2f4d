import pino from 'pino'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createFailureLog } from '#lib/log/failures.ts'
import { jobs, jobPayers } from '#backend/db/tables.ts'
import { SLICE_MS } from '#backend/services/job/claim.ts'
import { putBack, yieldTurn } from '#backend/services/job/queue.ts'
import { type JobHandler, startJobs } from '#backend/services/job/runner.ts'
import { startJobQueue, times } from '#tests/support/job-queue.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { waitFor } from '#tests/support/wait.ts'

const queue = await stoppedAtEnd(startJobQueue())
beforeEach(() => queue.empty())

const log = pino({ level: 'silent' })
const idle = async () => undefined
function run(handler: Partial<JobHandler>, places: { concurrency: number; quick?: number }) {
  const handlers = { release: { run: idle, giveUp: idle, ...handler } }
  const failures = createFailureLog(log)
  const runner = startJobs({ db: queue.db, log, failures, handlers, pollMs: 20, ...places })
  onTestFinished(() => runner.stop())
  return runner
}

describe('a place for quick jobs', () => {
  const quick = async () => (await queue.next({ isQuick: true }))?.subject ?? null

  it('takes jobs that are estimated below a second: by their drawings, and what those cost lately', async () => {
    await queue.put('A', 'two icons', { total: 2 })
    await queue.put('B', 'many icons', { total: 1000 })
    await queue.put('C', 'unknown')
    expect(await quick()).toBe('two icons')
    expect(await quick()).toBeNull()
    // An account whose drawings are cheap.
    await queue.drew('B', 100, 0.1)
    expect(await quick()).toBe('many icons')
    // One whose drawings are expensive.
    await queue.drew('D', 100, 900)
    await queue.put('D', 'two bombs', { total: 2 })
    expect(await quick()).toBeNull()
  })

  it('estimates an account without history by the site, of which no account is more than a tenth', async () => {
    await queue.put('new', 'icons', { total: 120 })
    await queue.drew('A', 100, 900)
    for (const payer of ['B', 'C', 'D', 'E']) await queue.drew(payer, 10, 5)
    const claimed = await queue.next({ isQuick: true })
    expect(claimed?.subject).toBe('icons')
    if (claimed) await putBack(queue.db, claimed, 'interrupted')
    await queue.db.delete(jobPayers)
    for (let at = 0; at < 10; at += 1) await queue.drew(`S${at}`, 10, 50)
    expect(await quick()).toBeNull()
  })

  it('counts the last hundred drawings', async () => {
    await queue.drew('A', 100, 900)
    await queue.drew('A', 60, 10)
    await queue.drew('A', 60, 20)
    const [row] = await queue.db.select().from(jobPayers).where(eq(jobPayers.payer, 'A'))
    expect(row?.recentMs).toEqual([...times(60, 20), ...times(40, 10)])
    expect(row?.meanMs).toBe(16)
  })

  it('takes no job that has used its turn, and the next turn is that of another payer', async () => {
    await queue.put('A', 'a1', { total: 20 })
    const job = await queue.next({ isQuick: true })
    if (!job) throw new Error('no job')
    await yieldTurn(queue.db, job, { done: 18, total: 20, spentMs: SLICE_MS })
    expect(await quick()).toBeNull()
    await queue.put('B', 'b1', { total: 5000 })
    expect(await queue.inOrder()).toEqual(['b1', 'a1'])
  })

  it('runs a quick job while a long one of another payer has the other place', async () => {
    await queue.put('A', 'long', { total: 5000 })
    let release = () => undefined as void
    const until = new Promise<void>((resolve) => (release = resolve))
    const begun: string[] = []
    const runner = run(
      { run: (subject) => (begun.push(subject), subject === 'long' ? until : idle()) },
      { concurrency: 1, quick: 1 },
    )
    await waitFor(() => expect(begun).toEqual(['long']))
    await queue.put('B', 'quick', { total: 2 })
    runner.wake()
    await waitFor(() => expect(begun).toEqual(['long', 'quick']))
    release()
  })
})

describe('a job whose turn is over', () => {
  it('goes on after the turns of the others, with its progress, its costs charged and no attempt counted', async () => {
    await queue.put('A', 'a1', { total: 3 })
    const begun: string[] = []
    const rows: unknown[] = []
    run(
      {
        run: async (subject, { slice, progress }) => {
          begun.push(subject)
          if (subject !== 'a1') return
          if (begun.length === 1) await queue.put('B', 'b1')
          const [row] = await queue.db.select().from(jobs).where(eq(jobs.subject, 'a1'))
          rows.push(row)
          expect(slice.leftMs()).toBe(SLICE_MS)
          slice.spend({ cpuMs: 1500, drawings: [700, 800] })
          expect(slice.leftMs()).toBe(SLICE_MS - 1500)
          slice.spend({ cpuMs: 900, drawings: [900] })
          expect(slice.leftMs()).toBe(0)
          await progress(rows.length, 3)
          return rows.length < 3 ? 'unfinished' : undefined
        },
      },
      { concurrency: 1 },
    )
    await waitFor(async () => expect(await queue.db.$count(jobs)).toBe(0))
    expect(begun).toEqual(['a1', 'b1', 'a1', 'a1'])
    expect(rows).toMatchObject([
      { attempts: 1, done: 0, spentMs: 0 },
      { attempts: 1, done: 1, spentMs: 2400 },
      { attempts: 1, done: 2, spentMs: 4800 },
    ])
    const [payer] = await queue.db.select().from(jobPayers).where(eq(jobPayers.payer, 'A'))
    expect(payer?.debtMs).toBeGreaterThan(7000)
    expect(payer?.debtMs).toBeLessThanOrEqual(7200)
    expect(payer?.recentMs).toEqual([900, 800, 700, 900, 800, 700, 900, 800, 700])
  })
})
