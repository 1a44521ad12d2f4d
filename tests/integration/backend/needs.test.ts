import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PluginManifestFacts } from '#lib/contract/file/plugin-manifest.ts'
import { needsSchema } from '#lib/contract/update/needs.ts'
import { changes, projects } from '#backend/db/tables.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { withRole } from '#tests/support/roles.ts'

let moderator: string
const backend = await testBackend()
beforeAll(async () => {
  moderator = await withRole(backend, 'moderator')
})
beforeEach(async () => {
  await backend.db.delete(projects)
  await backend.db.delete(changes)
})

const MANIFEST: PluginManifestFacts = {
  generation: 2,
  author: '',
  permissions: [],
  requires_network: null,
  native: false,
  platforms: [],
  devices: [],
  capabilities: [],
  dependencies: [],
}
type Said = { version?: string; needs?: Record<string, string>; downloads?: number }

/** Adds a plugin. @param name that of its manifest. */
async function plugin(name: string, { version = '1.0.0', needs = {}, downloads = 0 }: Said = {}) {
  const id = await backend.add({ kind: 'plugin', title: name, category: 'audio', version })
  const dependencies = Object.entries(needs).map(([one, minimum_version]) => ({
    id: one,
    minimum_version,
  }))
  await backend.db
    .update(projects)
    .set({ manifestId: name, manifest: { ...MANIFEST, dependencies }, downloads })
    .where(eq(projects.id, id))
  return id
}
const ask = (id: string) => clientOf(backend).ask(`/plugin/${id}/needs`)
const needsOf = async (id: string) => needsSchema.parse((await ask(id)).data)
const decide = (id: string, action: string) =>
  clientOf(backend).post(
    `/admin/projects/plugin/${id}/decision`,
    { action, reason: 'A test' },
    moderator,
  )
/** Ids of the changes since the table was emptied, with their effect. */
async function changed() {
  const rows = await backend.db.select().from(changes)
  return rows.map(({ projectId, effect }) => `${projectId} ${effect}`).toSorted()
}

describe('what a plugin needs', () => {
  it.each([
    ['1.0.0', 'available'],
    ['0.9', 'available'],
    ['v1', 'available'],
    ['', 'available'],
    ['latest', 'available'],
    ['1.0.1', 'too_old'],
    ['2.0.0-beta.1', 'too_old'],
  ])('in version %j is %s in version 1.0.0', async (minimum, state) => {
    const link = await plugin('@aspen/link')
    const id = await plugin('@aspen/music', { needs: { '@aspen/link': minimum } })
    expect(await needsOf(id)).toMatchObject({
      needs: [{ plugin: '@aspen/link', minimum_version: minimum, state, id: link }],
      items: [{ id: link, title: '@aspen/link' }],
    })
  })

  it('is missing where it is not here, and hidden ones are like those', async () => {
    const link = await plugin('@aspen/link')
    const id = await plugin('@aspen/music', {
      needs: { '@aspen/link': '', '@aspen/none': '1.0.0' },
    })
    await decide(link, 'hide')
    expect(await needsOf(id)).toMatchObject({
      items: [],
      needs: [
        { state: 'missing', id: null },
        { plugin: '@aspen/none', state: 'missing', id: null },
      ],
    })
    expect(await ask(link)).toMatchObject({ code: 404 })
  })

  it('can be an unlisted plugin, which is not among those that need another', async () => {
    const link = await plugin('@aspen/link')
    const id = await plugin('@aspen/music', { needs: { '@aspen/link': '' } })
    await backend.db.update(projects).set({ visibility: 'archived' })
    expect(await needsOf(id)).toMatchObject({ needs: [{ state: 'available' }] })
    expect(await needsOf(link)).toMatchObject({ used_by: [], used_by_total: 0 })
  })

  it('is nothing for plugins without a manifest and for other kinds', async () => {
    const id = await backend.add({ kind: 'plugin', title: 'Plain', category: 'audio' })
    const empty = { items: [], needs: [], needs_cut: false, used_by: [], used_by_total: 0 }
    expect(await needsOf(id)).toEqual(empty)
    const pack = await backend.add({ title: 'Orchard' })
    expect(await clientOf(backend).ask(`/icon/${pack}/needs`)).toMatchObject({ data: empty })
  })
})

describe('the plugins that need one', () => {
  it('are counted, and the most popular ones named', async () => {
    const link = await plugin('@aspen/link')
    const users: string[] = []
    for (let at = 0; at < 14; at += 1) {
      users.push(await plugin(`@a/${at}`, { needs: { '@aspen/link': '' }, downloads: at }))
    }
    await plugin('@a/other', { needs: { '@aspen/linked': '' } })
    const { used_by: named, used_by_total: total } = await needsOf(link)
    expect(named).toEqual(users.toReversed().slice(0, 12))
    expect(total).toBe(14)
  })

  it('may need each other; what names itself needs nothing by that', async () => {
    const first = await plugin('@a/first', { needs: { '@a/second': '', '@a/first': '' } })
    const second = await plugin('@a/second', { needs: { '@a/first': '' } })
    expect(await needsOf(first)).toMatchObject({
      needs: [{ id: second, depth: 1 }],
      used_by: [second],
      used_by_total: 1,
      items: [{ id: second }],
    })
  })

  it('change with it, and it with them: the pages of both name the other', async () => {
    const link = await plugin('@aspen/link')
    const music = await plugin('@aspen/music', { needs: { '@aspen/link': '' } })
    await plugin('@aspen/apart')
    await backend.db.delete(changes)
    await decide(link, 'hide')
    expect(await changed()).toEqual([`${link} removal`, `${music} content`].toSorted())
    await backend.db.delete(changes)
    await decide(music, 'hide')
    expect(await changed()).toEqual([`${link} content`, `${music} removal`].toSorted())
  })

  it('are found by an index', async () => {
    const plan = await backend.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`)
      return tx.execute(sql`
        EXPLAIN SELECT id FROM projects WHERE manifest -> 'dependencies' @> '[{"id": "@a/b"}]'::jsonb`)
    })
    expect(JSON.stringify(plan.rows)).toContain('projects_by_need')
  })
})
