import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Kind } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { NEEDS_MAX, needsSchema } from '#lib/contract/update/needs.ts'
import { newId } from '#backend/db/new-id.ts'
import { changes, fileNeeds, projects, versions } from '#backend/db/tables.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildContainer, buildIconPack, buildManifest } from '#tests/support/containers.ts'
import { projectInput, uploadFile } from '#tests/support/publishing.ts'
import { withRole } from '#tests/support/roles.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

type Requires = { kind: Kind; id: string; minimum?: string }[]

/** A profile file of format version 3. */
const profileFile = (requires: Requires) => ({
  name: 'desk.flexbar',
  bytes: buildContainer(buildManifest('profile', { format_version: 3, requires }), []),
})
const addProfile = (title: string, requires: Requires = [], version = '1.0.0') =>
  backend.add({
    kind: 'profile',
    category: 'design',
    title,
    version,
    file: profileFile(requires),
  })
const needsOf = async (kind: Kind, id: string) =>
  needsSchema.parse((await clientOf(backend).ask(`/${kind}/${id}/needs`)).data)
const changed = async () =>
  (await backend.db.select().from(changes))
    .map(({ projectId, effect }) => `${projectId} ${effect}`)
    .toSorted()

describe('what a file needs', () => {
  it('is named with what is offered of it, from the upload of an account on', async () => {
    const file = await buildIconPack('sun')
    const pack = await backend.add({ title: 'Orchard', version: '2.0.0', file })
    const plugin = await backend.add({ kind: 'plugin', title: 'Link', category: 'audio' })
    await backend.db.update(projects).set({ manifestId: '@a/link' }).where(eq(projects.id, plugin))
    const ada = await registered(backend)
    const requires: Requires = [
      { kind: 'icon', id: pack, minimum: '1.5.0' },
      { kind: 'plugin', id: '@a/link', minimum: '2.0.0' },
      { kind: 'profile', id: pack },
    ]
    const file_id = await uploadFile(backend, ada, profileFile(requires))
    const input = await projectInput(backend, ada, { category: 'design', file_id })
    const published = await clientOf(backend).post('/profile', input, ada)
    const { id } = projectSchema.parse(published.data)
    const { needs } = await needsOf('profile', id)
    expect(needs).toMatchObject([
      { id: pack, kind: 'icon', plugin: '', minimum_version: '1.5.0', state: 'available' },
      { id: plugin, plugin: '@a/link', state: 'too_old', offer: null },
      // A pack is no profile.
      { id: null, named: pack, state: 'missing', offer: null },
    ])
    expect(needs[0]?.offer).toMatchObject({ version: '2.0.0', file: { name: 'pack.iconpack' } })
    expect((await needsOf('icon', pack)).used_by).toEqual([id])
    expect((await needsOf('plugin', plugin)).used_by).toEqual([id])
  })

  it('is withdrawn where the version that is needed was taken back', async () => {
    const desk = await addProfile('Desk', [], '1.0.0')
    const id = await addProfile('More', [{ kind: 'profile', id: desk, minimum: '1.2.0' }])
    expect(await needsOf('profile', id)).toMatchObject({ needs: [{ state: 'too_old' }] })
    const at = new Date()
    const yanked = { projectId: desk, notes: '', createdAt: at, yankedAt: at }
    await backend.db.insert(versions).values({ ...yanked, version: '1.1.0' })
    expect(await needsOf('profile', id)).toMatchObject({ needs: [{ state: 'too_old' }] })
    await backend.db.insert(versions).values({ ...yanked, version: '1.2.0' })
    expect(await needsOf('profile', id)).toMatchObject({
      needs: [{ state: 'withdrawn', id: desk, offer: null }],
    })
  })

  it('is followed to depth 2, each project once with the highest minimum', async () => {
    const third = await addProfile('Third')
    const second = await addProfile('Second', [{ kind: 'profile', id: third }], '3.0.0')
    const first = await addProfile('First', [
      { kind: 'profile', id: second, minimum: '4.0.0' },
      { kind: 'icon', id: 'gone' },
    ])
    const id = await addProfile('Top', [
      { kind: 'profile', id: second, minimum: '1.0.0' },
      { kind: 'profile', id: first },
    ])
    expect((await needsOf('profile', id)).needs).toMatchObject([
      { id: second, minimum_version: '4.0.0', state: 'too_old', depth: 1, needed_by: null },
      { id: first, state: 'available', depth: 1 },
      { id: third, depth: 2, needed_by: second },
      { id: null, named: 'gone', state: 'missing', depth: 2, needed_by: first },
    ])
    const { needs } = await needsOf('profile', first)
    expect(needs.map((need) => need.named)).toEqual([second, 'gone', third])
  })

  it('ends where projects need each other or themselves', async () => {
    const one = await addProfile('One')
    const two = await addProfile('Two', [{ kind: 'profile', id: one }])
    const [{ fileId = '' } = {}] = await backend.db
      .select({ fileId: sql<string>`${projects.fileId}` })
      .from(projects)
      .where(eq(projects.id, one))
    const need = { fileId, kind: 'profile', minimum: '' } as const
    await backend.db.insert(fileNeeds).values([
      { ...need, place: 0, named: two },
      { ...need, place: 1, named: one },
    ])
    expect(await needsOf('profile', one)).toMatchObject({
      needs: [{ id: two, depth: 1 }],
      used_by: [two],
      used_by_total: 1,
    })
  })

  it('is cut at a bound, and the answer tells it', async () => {
    const many = (of: string) =>
      Array.from({ length: 20 }, (_, at) => ({ kind: 'icon' as const, id: `${of}${at}` }))
    const first = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((of) => addProfile(of, many(of))))
    const id = await addProfile(
      'Top',
      first.map((one) => ({ kind: 'profile', id: one })),
    )
    const { needs, needs_cut: isCut } = await needsOf('profile', id)
    expect([needs.length, isCut]).toEqual([NEEDS_MAX, true])
    expect(await needsOf('profile', first[0] ?? '')).toMatchObject({ needs_cut: false })
  })

  it('changes with what it needs, to depth 2, and with what needs it', async () => {
    const pack = await backend.add({ title: 'Orchard' })
    const desk = await addProfile('Desk', [{ kind: 'icon', id: pack }])
    const top = await addProfile('Top', [{ kind: 'profile', id: desk }])
    await addProfile('Apart')
    await backend.db.delete(changes)
    const moderator = await withRole(backend, 'moderator')
    const hide = (kind: Kind, id: string) =>
      clientOf(backend).post(
        `/admin/projects/${kind}/${id}/decision`,
        { action: 'hide', reason: 'A test' },
        moderator,
      )
    await hide('icon', pack)
    expect(await changed()).toEqual(
      [`${pack} removal`, `${desk} content`, `${top} content`].toSorted(),
    )
    await backend.db.delete(changes)
    await hide('profile', desk)
    expect(await changed()).toEqual(
      [`${desk} removal`, `${pack} content`, `${top} content`].toSorted(),
    )
    expect(await needsOf('profile', top)).toMatchObject({ needs: [{ state: 'missing' }] })
  })
})

it('what needs a project is found by an index', async () => {
  const plan = await backend.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    return tx.execute(sql`EXPLAIN SELECT file_id FROM file_needs WHERE named = ${newId()}`)
  })
  expect(JSON.stringify(plan.rows)).toContain('file_needs_by_named')
})
