import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { files, hiddenDeletions, projects } from '#backend/db/tables.ts'
import { findHold } from '#backend/services/project/hold.ts'
import { listHeld } from '#backend/services/operator/lists.ts'
import { GRACE } from '#tests/support/operator.ts'
import { moderate } from '#backend/services/operator/moderate.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import type { TestBackend } from '#tests/support/backend.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { OCTO, startOwners } from '#tests/support/plugin-owners.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { waitFor } from '#tests/support/wait.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { sha256 } from '#tests/support/served-project.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const rowSchema = z.object({ repositoryId: z.number(), manifestId: z.string() })
const idOf = ({ data }: { data: unknown }): string => Object(data).id
const operate = (backend: TestBackend, action: 'hide' | 'release', id: string, version?: string) =>
  moderate(backend, GRACE, { action, kind: 'plugin', id, version, reason: 'Malware' }, NOW)

const owners = await stoppedAtEnd(startOwners())
const site = await stoppedAtEnd(startReleases())

describe('a plugin', () => {
  beforeEach(() => owners.empty())

  /** Publishes and hides it. @returns its id. */
  async function hiddenBy(token: string): Promise<string> {
    const id = idOf(await owners.publish(token))
    await operate(owners.backend, 'hide', id)
    return id
  }
  const FORK = { id: 4243 }
  const heldOf = async () => (await listHeld(owners.backend.db)).map((held) => held.held_for)

  it('with the id of a hidden one is held, whichever repository it is in', async () => {
    const id = await hiddenBy(await owners.account('evening'))
    const mallory = await owners.account('mallory')
    owners.repository(undefined, FORK)
    const fork = await owners.publish(mallory)
    expect(fork).toMatchObject({ code: 200, data: { held: 'project' } })
    expect((await owners.backend.get(`/plugin/${idOf(fork)}`)).code).toBe(404)
    owners.repository()
    expect(await owners.publish(mallory)).toMatchObject({ data: { held: 'project' } })
    expect(await heldOf()).toEqual([`plugin plugin ${id}`, `plugin plugin ${id}`])
    expect(await owners.check(mallory)).toMatchObject({ data: { published: null } })
  })

  it('is held for its own author, with and without proof, and after a deletion', async () => {
    owners.repository('grace\n')
    const grace = await owners.account('grace')
    const id = await hiddenBy(grace)
    expect(await owners.publish(grace)).toMatchObject({ data: { held: 'project' } })
    const remove = { method: 'DELETE', token: grace }
    const gone = await clientOf(owners.backend).ask(`/plugin?id=${id}`, remove)
    expect(gone).toMatchObject({ code: 200 })
    const again = await owners.publish(grace, { title: 'Other' })
    expect(again).toMatchObject({ data: { held: 'project' } })
    expect(await owners.publish(grace)).toMatchObject({ code: 409, reason: 'plugin_taken' })
  })

  it('is not held for a verified owner if the hidden one was unverified', async () => {
    await hiddenBy(await owners.account('evening'))
    owners.repository('grace\n', FORK)
    const published = await owners.publish(await owners.account('grace'))
    expect(published).toMatchObject({ code: 200, data: { owner_verified: true } })
    expect(Object(published.data).held).toBeUndefined()
  })

  it('is held for a verified owner of another repository if the hidden one was verified', async () => {
    owners.repository('grace\n')
    const id = await hiddenBy(await owners.account('grace'))
    const { db } = owners.backend
    const [hidden] = await db.select().from(projects).where(eq(projects.id, id))
    const { repositoryId, manifestId } = rowSchema.parse(hidden)
    const publication = { uid: 'mallory', manifestId, fileIds: [], ownerProof: 'file' as const }
    const holdOf = (number: number) =>
      db.transaction((tx) => findHold(tx, { ...publication, repositoryId: number }))
    expect(await holdOf(repositoryId + 1)).toEqual({ by: 'plugin', kind: 'plugin', id })
    expect(await holdOf(repositoryId)).toBeNull()
  })

  it('can be released: it gets the number of its repository at its next check', async () => {
    const eve = await owners.account('evening')
    const id = await hiddenBy(eve)
    const held = idOf(await owners.publish(await owners.account('mallory')))
    await operate(owners.backend, 'release', held)
    expect((await owners.backend.get(`/plugin/${held}`)).code).toBe(200)
    const [row] = await owners.backend.db.select().from(projects).where(eq(projects.id, held))
    expect(row).toMatchObject({ repositoryId: null, heldFor: null, hiddenAt: null })
    expect((await owners.backend.get(`/plugin/${id}`)).code).toBe(404)
  })

  it('is held when an access token publishes it', async () => {
    await hiddenBy(await owners.account('evening'))
    const { secret } = await createdToken(owners.backend, await owners.account('mallory'))
    expect(await owners.publish(secret)).toMatchObject({ data: { held: 'project' } })
  })

  it('gets no package that is hidden, once it is published', async () => {
    owners.repository('grace\n')
    const grace = await owners.byGitHub(OCTO)
    const bytes = buildPackage(FIRST_GENERATION, { version: '1.1.3' })
    await hideBytes(owners.backend, bytes)
    const id = idOf(await owners.publish(grace))
    const file = { name: 'a.flexplugin', bytes }
    const body = {
      id,
      version: '1.1.3',
      package_ids: [await uploadFile(owners.backend, grace, file)],
    }
    const put = { method: 'PUT', token: grace, body }
    expect(await clientOf(owners.backend).ask('/plugin', put)).toMatchObject({
      code: 409,
      reason: 'held',
    })
  })
})

/** Leaves a file with these bytes as the deletion of a hidden project does. */
async function hideBytes({ db }: TestBackend, bytes: Uint8Array) {
  const hash = sha256(bytes)
  const file = {
    id: 'kept',
    key: 'kept',
    name: 'a.flexplugin',
    mediaType: '',
    size: 1,
    sha256: hash,
  }
  const state = { purpose: 'project', state: 'hidden', createdAt: NOW, attachedAt: NOW } as const
  await db.insert(files).values({ ...file, ...state })
  const gone = { id: 'gone', kind: 'plugin', title: 'Gone', deletedAt: NOW } as const
  await db.insert(hiddenDeletions).values({ ...gone, fileIds: ['kept'] })
}

describe('a release', () => {
  beforeEach(() => site.begin())

  it('with a package that is hidden waits; its author and the operator get a mail', async () => {
    const { backend, plugin } = site
    site.release([releaseOf('1.2.0')])
    await hideBytes(backend, packageOf('1.2.0'))
    backend.messages.length = 0
    const refused = { reason: 'release_refused', details: { reason: 'held' } }
    expect(await site.send()).toMatchObject(refused)
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3', packages: null })
    expect(await listHeld(backend.db)).toMatchObject([
      { id: plugin.id, version: '1.2.0', held_for: 'file plugin gone' },
    ])
    await waitFor(() => expect(backend.messages).toHaveLength(2))
    expect(backend.messages.map(({ to }) => to).toSorted()).toEqual([
      'ada@example.com',
      'help@example.com',
    ])
    backend.setClock('2026-06-01T12:01:00Z')
    await site.look()
    await site.untilLast({ state: 'unchanged' })
    await operate(backend, 'release', plugin.id, '1.2.0')
    expect(await site.readPlugin()).toMatchObject({ version: '1.2.0', packages: [{}, {}] })
    expect(await backend.db.$count(sql`versions WHERE held_for IS NOT NULL`)).toBe(0)
  })

  it('of a plugin that is hidden is refused', async () => {
    await operate(site.backend, 'hide', site.plugin.id)
    site.release([releaseOf('1.2.0')])
    const answer = await site.send()
    expect(answer.code).not.toBe(200)
    const rows = await site.backend.db.$count(sql`versions WHERE version = '1.2.0'`)
    expect(rows).toBe(0)
  })
})
