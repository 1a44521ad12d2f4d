import { beforeEach, describe, expect, it } from 'vitest'
import { files, projects } from '#backend/db/tables.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { type Update, UPDATES_MAX, updatesSchema } from '#lib/contract/update/update.ts'
import { eq, sql } from 'drizzle-orm'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'

const backend = await testBackend()

const pack = { id: '', first: '', second: '' }
let token = ''
beforeEach(async () => {
  await backend.empty()
  token = await registered(backend)
  const { id, file } = await publishProject(backend, token, { title: 'Orchard' })
  Object.assign(pack, { id, first: file?.sha256 ?? '' })
  pack.second = await publish('1.1.0', { notes: 'A star.', minimum_version: '2.0.0' })
})

const put = (path: string, body: unknown) =>
  clientOf(backend).ask(path, { method: 'PUT', token, body })

/** Publishes a version. @returns the hash of its file. */
async function publish(version: string, said: object = {}): Promise<string> {
  const { bytes } = await buildIconPack(`star-${version.replaceAll('.', '-')}`)
  const file_id = await uploadFile(backend, token, { bytes })
  expect(await put('/icon', { id: pack.id, version, file_id, ...said })).toMatchObject({
    code: 200,
  })
  const { data } = await clientOf(backend).ask(`/icon/${pack.id}`)
  return projectSchema.parse(data).file?.sha256 ?? ''
}
async function ask(items: object[], wanted: object = {}): Promise<Update[]> {
  const { data } = await clientOf(backend).post('/updates', { items, ...wanted })
  return updatesSchema.parse(data).items
}
const NOTHING = { project: null, version: null, yanked: null, update: null, withheld: null }

describe('POST /updates', () => {
  it('answers what is newer by id and by hash, in the order of the request', async () => {
    const items = [
      { sha256: pack.first },
      { id: pack.id, version: '1.1.0' },
      { sha256: pack.second },
    ]
    const [old, ...current] = await ask(items)
    expect(old).toMatchObject({
      state: 'update',
      project: { id: pack.id, kind: 'icon', title: 'Orchard' },
      version: '1.0.0',
      update: {
        version: '1.1.0',
        notes: 'A star.',
        minimum_version: '2.0.0',
        file: { sha256: pack.second },
        added_rights: null,
      },
      withheld: null,
    })
    for (const one of current)
      expect(one).toMatchObject({ state: 'current', version: '1.1.0', update: null })
  })

  it('withholds what does not fit yet, and says why', async () => {
    const items = [{ sha256: pack.first }]
    const withheld = (reason: string) => [
      { state: 'current', withheld: { version: '1.1.0', reason } },
    ]
    expect(await ask(items, { application: '1.5.0' })).toMatchObject(withheld('application'))
    expect(await ask(items, { min_age: 2 })).toMatchObject(withheld('age'))
    backend.setClock('2026-06-08T12:00:00Z')
    expect(await ask(items, { min_age: 2 })).toMatchObject([{ state: 'update' }])
  })

  it('says that the installed version was withdrawn, and offers no withdrawn one', async () => {
    await put(`/icon/${pack.id}/versions/1.0.0`, { yanked: true, reason: 'A broken moon.' })
    const yanked = { at: '2026-06-01T12:00:00.000Z', reason: 'A broken moon.' }
    expect(await ask([{ sha256: pack.first }])).toMatchObject([{ state: 'update', yanked }])
    await put(`/icon/${pack.id}/versions/1.0.0`, { yanked: false })
    await put(`/icon/${pack.id}/versions/1.1.0`, { yanked: true })
    expect(await ask([{ sha256: pack.first }])).toMatchObject([{ state: 'current', update: null }])
  })

  it('offers no version that waits for its time, nor names its file', async () => {
    const { bytes } = await buildIconPack('later')
    const file_id = await uploadFile(backend, token, { bytes })
    const publish_at = '2026-07-01T12:00:00Z'
    await put('/icon', { id: pack.id, version: '2.0.0', file_id, publish_at })
    const [row] = await backend.db.select().from(files).where(eq(files.id, file_id))
    expect(await ask([{ sha256: pack.second }, { sha256: row?.sha256 ?? '' }])).toMatchObject([
      { state: 'current', update: null },
      { state: 'unknown', ...NOTHING },
    ])
  })

  it('answers the same for what is hidden and for what never was', async () => {
    await backend.db.update(projects).set({ hiddenAt: new Date() })
    const items = [
      { sha256: pack.first },
      { sha256: '0'.repeat(64) },
      { id: pack.id, version: '1.0.0' },
      { id: 'never', version: '1.0.0' },
      { plugin: 'com.never', version: '1.0.0' },
    ]
    expect(await ask(items)).toEqual([
      ...Array.from({ length: 2 }, () => ({ state: 'unknown', ...NOTHING })),
      ...Array.from({ length: 3 }, () => ({ state: 'gone', ...NOTHING })),
    ])
  })

  it('answers by the first public project that has the bytes', async () => {
    backend.setClock('2026-06-01T12:00:01Z')
    const { bytes } = await buildIconPack('sun', 'moon')
    const file_id = await uploadFile(backend, token, { bytes })
    const other = await publishProject(backend, token, { title: 'Grove', file_id })
    expect(other.file?.sha256).toBe(pack.first)
    const items = [{ sha256: pack.first }]
    expect(await ask(items)).toMatchObject([{ state: 'update', project: { id: pack.id } }])
    await backend.db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, pack.id))
    expect(await ask(items)).toMatchObject([{ state: 'current', project: { id: other.id } }])
  })

  it('finds the first files of the same bytes by an index', async () => {
    const plan = await backend.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`)
      return tx.execute(sql`
        EXPLAIN SELECT id FROM files WHERE purpose = 'project' AND sha256 = ${pack.first}
        ORDER BY created_at LIMIT 8`)
    })
    expect(JSON.stringify(plan.rows)).toMatch(/files_by_bytes/)
    expect(JSON.stringify(plan.rows)).not.toContain('Sort')
  })

  it.each([
    ['no item', []],
    ['too many', Array.from({ length: UPDATES_MAX + 1 }, () => ({ id: 'a', version: '1.0.0' }))],
    ['a hash that is none', [{ sha256: 'A'.repeat(64) }]],
    ['a version that is none', [{ id: 'a', version: '1' }]],
  ])('refuses %s', async (_, items) => {
    expect(await clientOf(backend).post('/updates', { items })).toMatchObject({
      code: 400,
      reason: 'invalid_input',
    })
  })

  it('takes as many as allowed, unknown ones too', async () => {
    const items = Array.from({ length: UPDATES_MAX }, (_, at) => ({
      sha256: at.toString(16).padStart(64, '0'),
    }))
    expect(await ask(items)).toHaveLength(UPDATES_MAX)
  })
})

describe('GET /{kind}/{id}/update', () => {
  const one = (kind: string, query: string) =>
    clientOf(backend).ask(`/${kind}/${pack.id}/update?${query}`)

  it('answers for one version', async () => {
    expect(await one('icon', 'version=1.0.0&application=2.0.0')).toMatchObject({
      code: 200,
      data: { state: 'update', update: { version: '1.1.0' } },
    })
    expect(await one('icon', 'version=1.0.0&min_age=30')).toMatchObject({
      data: { state: 'current', withheld: { reason: 'age' } },
    })
  })

  it('is 404 for another kind and a hidden project, and 400 without a version', async () => {
    expect(await one('profile', 'version=1.0.0')).toMatchObject({ code: 404 })
    expect(await one('icon', '')).toMatchObject({ code: 400 })
    await backend.db.update(projects).set({ hiddenAt: new Date() })
    expect(await one('icon', 'version=1.0.0')).toMatchObject({ code: 404 })
  })
})
