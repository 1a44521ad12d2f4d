import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { listSchema } from '#lib/contract/list.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { searchSchema } from '#lib/contract/search.ts'
import { updateSchema } from '#lib/contract/update/update.ts'
import { changes, jobs, projects, searchDocuments, versions } from '#backend/db/tables.ts'
import { enqueueFitting } from '#backend/services/fitting/fill-fitting.ts'
import { publishDue } from '#backend/services/project/schedule.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { type Pack, packOf } from '#tests/support/versions.ts'
import { waitFor } from '#tests/support/wait.ts'

const backend = await testBackend()

let token = ''
beforeEach(async () => {
  await backend.empty()
  token = await registered(backend)
})

const projectOf = async (id: string) => projectSchema.parse((await backend.get(`/icon/${id}`)).data)
const namesOf = async (id: string) =>
  (await projectOf(id)).fitting_versions?.map(({ version }) => version)
const listed = async (query: string) => {
  const { data } = await backend.get(`/icon/list?limit=100&${query}`)
  return listSchema.parse(data)
}
const isFound = async (query: string) => (await listed(query)).total === 1

/** A pack whose 1.0.0 runs everywhere from 1.0.0 on, and whose 1.11.0 needs Windows and 9.0.0. */
async function publishBoth(): Promise<Pack & { id: string }> {
  const fields = { operating_systems: ['all'], minimum_version: '1.0.0' }
  const project = await publishProject(backend, token, fields)
  const pack = packOf(backend, token, project)
  await pack.add('1.11.0', { operating_systems: ['windows'], minimum_version: '9.0.0' })
  return { ...pack, id: project.id }
}
const OLD = { version: '1.0.0', operating_systems: ['all'], minimum_version: '1.0.0' }

describe('a version that needs more than the one before', () => {
  it('leaves the project to those whom the one before fits, and names that one', async () => {
    const { id, versions: items } = await publishBoth()
    expect(await projectOf(id)).toMatchObject({
      version: '1.11.0',
      operating_systems: ['windows'],
      minimum_version: '9.0.0',
      fitting_versions: [OLD],
    })
    expect(await items()).toMatchObject([
      { version: '1.11.0', operating_systems: ['windows'], minimum_version: '9.0.0' },
      OLD,
    ])
    for (const query of ['os=macos', 'minimum_version=1.0.0', 'os=macos&minimum_version=9.0.0']) {
      const { items: found, total } = await listed(query)
      expect(found, query).toMatchObject([{ id, fitting_versions: [OLD] }])
      expect(total, query).toBe(1)
      const cards = await listed(`${query}&view=card`)
      expect(cards.items, query).toMatchObject([{ id, fitting_versions: [OLD] }])
    }
    expect(await isFound('minimum_version=0.9.0')).toBe(false)
  })

  it('is not named where the current one fits everybody', async () => {
    const project = await publishProject(backend, token, { minimum_version: '1.0.0' })
    const pack = packOf(backend, token, project)
    await pack.add('1.1.0', { minimum_version: '1.0.0' })
    const { data } = await backend.get(`/icon/${project.id}`)
    expect(data).not.toHaveProperty('fitting_versions')
  })

  it('is offered as an update to those whom it fits', async () => {
    const { id } = await publishBoth()
    const update = async (query: string) =>
      updateSchema.parse((await backend.get(`/icon/${id}/update?version=0.1.0&${query}`)).data)
    expect(await update('system=macos&application=9.0.0')).toMatchObject({
      update: { version: '1.0.0', minimum_version: '1.0.0' },
      withheld: { version: '1.11.0', reason: 'system' },
    })
    expect(await update('system=windows&application=9.0.0')).toMatchObject({
      update: { version: '1.11.0' },
      withheld: null,
    })
  })
})

describe('what fits is found anew', () => {
  const changed: [string, (pack: Pack) => Promise<unknown>, string[] | undefined][] = [
    [
      'when the version that fits is withdrawn',
      (p) => p.change('1.0.0', { yanked: true }),
      undefined,
    ],
    ['when the current one is withdrawn', (p) => p.change('1.11.0', { yanked: true }), undefined],
    [
      'when the current one needs no more than the other',
      (p) => p.put({ operating_systems: ['all'], minimum_version: '1.0.0' }),
      undefined,
    ],
    ['when it needs something else', (p) => p.put({ operating_systems: ['macos'] }), ['1.0.0']],
    [
      'when a further one needs more',
      (p) => p.add('1.12.0', { operating_systems: ['windows'], minimum_version: '9.1.0' }),
      ['1.11.0', '1.0.0'],
    ],
    [
      'when a further one needs less',
      (p) => p.add('1.12.0', { operating_systems: ['all'], minimum_version: '1.0.0' }),
      undefined,
    ],
    [
      'when the current one becomes a pre-release',
      (p) => p.change('1.11.0', { channel: 'prerelease' }),
      undefined,
    ],
    [
      'when the current one is discarded',
      (p) =>
        p.ask('/').then(() =>
          backend.get(`/icon/${idOf}/versions/1.11.0`, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${token}` },
          }),
        ),
      undefined,
    ],
  ]
  let idOf = ''

  it.each(changed)('%s', async (_, change, expected) => {
    const { id, ...pack } = await publishBoth()
    idOf = id
    await backend.db.delete(changes)
    await change(pack)
    expect(await namesOf(id)).toEqual(expected)
    const inLists = (await listed('')).items[0]?.fitting_versions?.map(({ version }) => version)
    expect(inLists).toEqual(expected)
    const rows = await backend.db.select().from(changes).where(eq(changes.projectId, id))
    expect(rows.map(({ effect }) => effect)).not.toContain('content')
    expect(rows.length).toBeGreaterThan(0)
  })

  it('but not by a pre-release beside it', async () => {
    const { id, ...pack } = await publishBoth()
    await pack.add('2.0.0-beta.1', { operating_systems: ['all'], minimum_version: '0.1.0' })
    expect(await projectOf(id)).toMatchObject({ version: '1.11.0', fitting_versions: [OLD] })
    expect(await isFound('minimum_version=0.9.0')).toBe(false)
  })

  it('when a withdrawn version is offered again, and a pre-release becomes stable', async () => {
    const { id, ...pack } = await publishBoth()
    await pack.change('1.0.0', { yanked: true })
    await pack.change('1.0.0', { yanked: false })
    expect(await namesOf(id)).toEqual(['1.0.0'])
    await pack.change('1.11.0', { channel: 'prerelease' })
    await pack.change('1.11.0', { channel: 'stable' })
    expect(await projectOf(id)).toMatchObject({ version: '1.11.0', fitting_versions: [OLD] })
  })

  it('when the time of a scheduled version has come, and not before', async () => {
    const project = await publishProject(backend, token, { minimum_version: '1.0.0' })
    const pack = packOf(backend, token, project)
    await pack.add('2.0.0', { minimum_version: '9.0.0', publish_at: '2026-06-01T13:00:00Z' })
    expect(await pack.current()).not.toHaveProperty('fitting_versions')
    expect((await listed('minimum_version=1.0.0')).total).toBe(1)
    await publishDue(backend.db, new Date('2026-06-01T13:00:01Z'))
    expect(await pack.current()).toMatchObject({
      version: '2.0.0',
      fitting_versions: [{ version: '1.0.0' }],
    })
    expect((await listed('minimum_version=1.0.0')).total).toBe(1)
  })
})

/** What the release before writes: no new column. */
const FORGET = sql`UPDATE versions SET operating_systems = NULL, minimum_version = NULL, minimum_version_parts = NULL`
const runJob = async () => {
  await enqueueFitting(backend.db)
  backend.jobs.wake()
  await waitFor(async () => expect(await backend.db.$count(jobs, eq(jobs.name, 'fitting'))).toBe(0))
}

describe('rows that a release before this one writes', () => {
  it('get what versions need, and what fits, from a job', async () => {
    const { id } = await publishBoth()
    await backend.db.execute(FORGET)
    await backend.db
      .update(projects)
      .set({ fittingVersions: null, fittingMinimums: null, fittingState: null })
    await backend.db.update(searchDocuments).set({ fittingMinimums: null })
    await backend.db.delete(changes)
    expect(await isFound('os=macos')).toBe(false)
    await runJob()
    expect(await namesOf(id)).toEqual(['1.0.0'])
    expect(await isFound('os=macos')).toBe(true)
    const { data } = await backend.get('/index/search?q=&os=macos&kind=icon')
    expect(searchSchema.parse(data).items).toMatchObject([{ id }])
    const rows = await backend.db.select().from(versions).orderBy(versions.version)
    expect(rows).toMatchObject([
      { operatingSystems: ['all'], minimumVersion: '1.0.0', minimumVersionParts: [1, 0, 0] },
      { operatingSystems: ['windows'], minimumVersion: '9.0.0', minimumVersionParts: [9, 0, 0] },
    ])
    expect(await backend.db.select().from(changes)).toMatchObject([
      { projectId: id, effect: 'membership' },
    ])
    // It finds nothing to do again.
    await runJob()
    expect(await backend.db.$count(changes)).toBe(1)
  })

  it('that withdraw or change a version are seen by the job', async () => {
    const { id } = await publishBoth()
    const yankedAt = new Date('2026-06-01T12:00:00Z')
    await backend.db.update(versions).set({ yankedAt }).where(eq(versions.version, '1.0.0'))
    await runJob()
    expect(await namesOf(id)).toBeUndefined()
    await backend.db.update(versions).set({ yankedAt: null }).where(eq(versions.version, '1.0.0'))
    await backend.db.execute(sql`UPDATE versions
      SET facts = facts || '{"minimum_version": "3.0.0"}' WHERE version = '1.0.0'`)
    await runJob()
    expect((await projectOf(id)).fitting_versions).toMatchObject([{ minimum_version: '3.0.0' }])
    const [row] = await backend.db.select().from(versions).where(eq(versions.version, '1.0.0'))
    expect(row?.minimumVersionParts).toEqual([3, 0, 0])
  })

  it('without facts and columns need what the project needs, and keep it when a new version needs more', async () => {
    const project = await publishProject(backend, token, { minimum_version: '1.0.0' })
    await backend.db.execute(FORGET)
    await backend.db.update(versions).set({ facts: null })
    const pack = packOf(backend, token, project)
    expect(await pack.versions()).toMatchObject([{ minimum_version: '1.0.0' }])
    await pack.add('1.1.0', { minimum_version: '9.0.0' })
    expect(await namesOf(project.id)).toEqual(['1.0.0'])
    await pack.change('1.1.0', { yanked: true })
    expect(await pack.current()).toMatchObject({ version: '1.0.0', minimum_version: '1.0.0' })
  })
})
