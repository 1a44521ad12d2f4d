import { beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import { accounts, authors, files, jobPayers } from '#backend/db/tables.ts'
import { finish, PRIORITY, putBack } from '#backend/services/job/queue.ts'
import { BUDGET_S, charge, payerNameOf, sweepPayers } from '#backend/services/job/payers.ts'
import { startJobQueue } from '#tests/support/job-queue.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const queue = await stoppedAtEnd(startJobQueue())
beforeEach(() => queue.empty())

describe('turns', () => {
  it('go round by payer, and within a payer by time', async () => {
    for (const subject of ['a1', 'a2', 'a3']) await queue.put('A', subject)
    for (const subject of ['b1', 'b2']) await queue.put('B', subject)
    await queue.put('C', 'c1')
    expect(await queue.inOrder()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    await queue.put('A', 'a4')
    await queue.put('C', 'c2')
    // The last turn of C was before that of A.
    expect(await queue.inOrder()).toEqual(['c2', 'a4'])
  })

  it('are shared by two backends', async () => {
    const other = connect(queue.database)
    for (const subject of ['a1', 'a2', 'a3', 'a4']) await queue.put('A', subject)
    for (const subject of ['b1', 'b2']) await queue.put('B', subject)
    expect(await queue.inOrder([queue.db, other])).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
    await other.close()
  })

  it('of work that a request waits for come first', async () => {
    await queue.put('A', 'later', { priority: PRIORITY.later })
    await queue.put('B', 'b1')
    await queue.put('B', 'b2')
    expect(await queue.inOrder()).toEqual(['b1', 'b2', 'later'])
  })

  it('leave places to others where a payer may have only so many', async () => {
    for (const subject of ['a1', 'a2', 'a3']) await queue.put('A', subject)
    expect(await queue.next({ perPayer: 2 })).toMatchObject({ subject: 'a1' })
    const second = await queue.next({ perPayer: 2 })
    expect(await queue.next({ perPayer: 2 })).toBeNull()
    await queue.put('B', 'b1')
    expect(await queue.next({ perPayer: 2 })).toMatchObject({ subject: 'b1' })
    if (second) await finish(queue.db, second)
    expect(await queue.next({ perPayer: 2 })).toMatchObject({ subject: 'a3' })
  })

  it('of jobs without a payer, such as those of the release before, are those of the owner of their file', async () => {
    const createdAt = new Date()
    await queue.db.insert(authors).values({ uid: 'ada', name: 'Ada' })
    const file = { purpose: 'project', name: 'x', mediaType: '', size: 1, sha256: '' } as const
    const row = { ...file, createdAt, ownerUid: 'ada' }
    await queue.db.insert(files).values(['f1', 'f2'].map((id) => ({ ...row, id, key: id })))
    await queue.put(null, 'f1')
    await queue.put(null, 'f2')
    await queue.put('account eve', 'e1')
    await queue.put(null, 'imported')
    expect(await queue.next()).toMatchObject({ subject: 'f1', payer: 'account ada' })
    expect(await queue.inOrder()).toEqual(['e1', 'imported', 'f2'])
  })
})

describe('the payer of an upload', () => {
  const add = async (uid: string, createdAt: string) => {
    await queue.db.insert(authors).values({ uid, name: uid })
    await queue.db.insert(accounts).values({ uid, createdAt: new Date(createdAt) })
  }
  const now = new Date('2026-06-02T12:00:00Z')

  it('is that of its account, or of its network while the account is younger than a day', async () => {
    await add('old', '2026-06-01T11:59:59Z')
    await add('new', '2026-06-01T12:00:01Z')
    await add('newer', '2026-06-02T11:00:00Z')
    const [school, home] = ['198.51.100.7', '203.0.113.9']
    const of = (uid: string, network: string) => payerNameOf(queue.db, { uid, network, now })
    expect(await of('old', school)).toBe('account old')
    const payer = await of('new', school)
    expect(payer).toMatch(/^network /)
    expect(payer).not.toContain(school)
    expect(await of('newer', school)).toBe(payer)
    expect(await of('newer', home)).not.toBe(payer)
  })
})

describe('the budget of a payer', () => {
  it('is processor time: once it is used up, its jobs wait behind all others until it is refilled', async () => {
    await charge(queue.db, 'A', { cpuMs: (BUDGET_S - 60) * 1000, drawings: [] })
    await charge(queue.db, 'A', { cpuMs: 120 * 1000, drawings: [] })
    const fill = async () => {
      await queue.put('A', 'a1')
      await queue.put('B', 'b1')
      await queue.put('B', 'b2')
      await queue.put('C', 'later', { priority: PRIORITY.later })
    }
    await fill()
    expect(await queue.inOrder()).toEqual(['b1', 'b2', 'later', 'a1'])
    // A second refills a sixth of a second.
    await queue.later(600)
    await fill()
    expect((await queue.inOrder()).indexOf('a1')).toBeLessThan(2)
  })

  it('is refilled within an hour', async () => {
    await charge(queue.db, 'A', { cpuMs: 2 * BUDGET_S * 1000, drawings: [] })
    await queue.put('A', 'a1')
    await queue.put('B', 'b1')
    await queue.later(3599)
    const first = await queue.next()
    expect(first).toMatchObject({ subject: 'b1' })
    if (first) await putBack(queue.db, first, 'interrupted')
    await queue.later(2)
    expect(await queue.next()).toMatchObject({ subject: 'a1' })
  })

  it('is forgotten with the payer after a month without a turn', async () => {
    await queue.drew('A', 1, 5)
    await queue.later(29 * 86_400)
    await sweepPayers(queue.db)
    expect(await queue.db.$count(jobPayers)).toBe(1)
    await queue.later(2 * 86_400)
    await sweepPayers(queue.db)
    expect(await queue.db.$count(jobPayers)).toBe(0)
  })
})
