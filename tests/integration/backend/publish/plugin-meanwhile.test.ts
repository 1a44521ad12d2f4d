import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { projects, reports } from '#backend/db/tables.ts'
import { moderate } from '#backend/services/operator/moderate.ts'
import { loseRepository } from '#backend/services/plugin/repository-status.ts'
import { lookDaily } from '#backend/services/release/daily.ts'
import { decideReport } from '#backend/services/report/decide.ts'
import { reportHandler } from '#backend/services/report/job.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { GRACE } from '#tests/support/operator.ts'
import { OCTO, startOwners } from '#tests/support/plugin-owners.ts'
import { JOB } from '#tests/support/releases.ts'
import { waitFor } from '#tests/support/wait.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const OTHER = { id: 424_242, ownerId: 4242 }
const NOW = new Date('2026-06-01T12:00:00Z')

const owners = await stoppedAtEnd(startOwners())

const idOf = ({ data }: { data: unknown }): string => Object(data).id
const ask = (path: string) => clientOf(owners.backend).ask(path)
const look = (now = NOW) => lookDaily({ ...owners.backend, hasToken: true, clock: () => now })
let id = ''

/** A plugin whose author has proved to own its repository. */
beforeEach(async () => {
  await owners.empty()
  owners.repository('grace')
  id = idOf(await owners.publish(await owners.account('grace'), { title: 'Plums' }))
})
const untilStatus = (status: string | null) =>
  waitFor(async () =>
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: { repository_status: status } }),
  )

describe('an unproved plugin whose repository was replaced', () => {
  it('is proved with the owner of the day on which it is back', async () => {
    await owners.backend.db.execute(sql`UPDATE projects SET owner_proof = NULL`)
    owners.repository(undefined, OTHER)
    await look()
    await untilStatus('replaced')
    owners.repository('grace', { ownerId: 4242 })
    await look(new Date(NOW.getTime() + 25 * 3600 * 1000))
    await untilStatus(null)
    // Of an archived one the repository alone is compared.
    await owners.backend.db.execute(sql`UPDATE projects SET visibility = 'archived'`)
    expect(await look(new Date(NOW.getTime() + 50 * 3600 * 1000))).toBe(0)
    await waitFor(async () =>
      expect(await owners.backend.db.$count(sql`release_deliveries WHERE state = 'waiting'`)).toBe(
        0,
      ),
    )
    expect(await ask(`/plugin/${id}`)).toMatchObject({
      data: { repository_status: null, owner_verified: true },
    })
  })
})

describe('what a reading has found', () => {
  const findStatus = async (status: 'replaced' | 'transferred', since: SQL) => {
    const { db } = owners.backend
    const [seen] = await db.select().from(projects).where(eq(projects.id, id))
    await db.execute(sql`UPDATE projects SET ${since}`)
    if (!seen) throw new Error('no plugin')
    await db.transaction((tx) => loseRepository(tx, seen, { status, now: NOW }))
    const [after] = await db.select().from(projects).where(eq(projects.id, id))
    return after?.repositoryStatus
  }

  it.each([
    ['replaced', 'repository_url', sql`repository_url = 'https://github.com/octo-ada/prunes'`],
    ['transferred', 'owner', sql`repository_owner_id = 4242`],
    ['transferred', 'claim', sql`owner_proof = NULL`],
  ] as const)('(%s) is not recorded if its %s has changed since', async (status, _, since) => {
    expect(await findStatus(status, since)).toBeNull()
  })

  it('is recorded if only another column has changed since', async () => {
    expect(await findStatus('replaced', sql`title = 'Prunes'`)).toBe('replaced')
  })
})

describe('a plugin that is to be deleted after a report', () => {
  beforeEach(async () => {
    const { db } = owners.backend
    const about = { kind: 'plugin', projectId: id, title: 'Plums', hash: 'h' } as const
    const said = { reason: 'malware', text: '', locale: 'en', createdAt: NOW } as const
    const [report] = await db
      .insert(reports)
      .values({ ...about, ...said })
      .returning()
    const decision = { action: 'delete', reason: 'malware', text: '', revision: 0 } as const
    await decideReport(db, GRACE, { ...decision, number: report?.number ?? 0 }, NOW)
  })
  /** What the queue does when the decision can no longer be undone. */
  async function deleteNow() {
    const { db, storage } = owners.backend
    const [report] = await db.select().from(reports)
    const clock = () => new Date('2026-06-01T12:10:01Z')
    const slice = { leftMs: () => 1000, spend: () => undefined }
    const handler = reportHandler({ db, storage, clock })
    await handler.run(String(report?.number), { ...JOB, slice })
  }
  const titles = async () => {
    const rows = await owners.backend.db.select().from(projects).orderBy(projects.title)
    return rows.map(({ title }) => title)
  }

  it('goes, and the verified owner who has its id meanwhile keeps the own one', async () => {
    owners.repository()
    const published = await owners.publish(await owners.byGitHub(OCTO), { title: 'Real plums' })
    expect(published).toMatchObject({ code: 200, data: { id } })
    expect(await titles()).toEqual(['Plums', 'Real plums'])
    await deleteNow()
    expect(await titles()).toEqual(['Real plums'])
  })

  it('stays if another moderator has restored it', async () => {
    const restoring = { action: 'restore', kind: 'plugin', id, reason: 'Fine' } as const
    await moderate(owners.backend, GRACE, restoring, NOW)
    await deleteNow()
    expect(await titles()).toEqual(['Plums'])
  })
})
