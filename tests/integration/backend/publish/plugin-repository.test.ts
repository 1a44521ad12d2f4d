import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { lookDaily } from '#backend/services/release/daily.ts'
import { listAudit } from '#backend/services/audit/list.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { OCTO, startOwners } from '#tests/support/plugin-owners.ts'
import { headOnly } from '#tests/support/head.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { sha256 } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { waitFor } from '#tests/support/wait.ts'

const OTHER = { id: 424_242, ownerId: 4242 }
const NOW = new Date('2026-06-01T12:00:00Z')
const PATH = 'com.eniac.example.plugin/manifest.json'

/** Text records by name, of the name servers of these tests. */
const records = new Map<string, string[][]>()
const owners = await stoppedAtEnd(
  startOwners({
    resolveText: (name) => Promise.resolve(records.get(name) ?? []),
  }),
)

const bytes = buildPackage(FIRST_GENERATION)
const idOf = ({ data }: { data: unknown }): string => Object(data).id
const ask = (path: string) => clientOf(owners.backend).ask(path)
const change = (token: string, body: object) =>
  clientOf(owners.backend).ask('/plugin', { method: 'PUT', token, body })
const look = (now = NOW) => lookDaily({ ...owners.backend, hasToken: true, clock: () => now })
const mailsTo = (to: string) => owners.backend.messages.filter((message) => message.to === to)
const toOperator = () => mailsTo('help@example.com')
const LOST = {
  repository_url: null,
  owner: null,
  release: null,
  packages: null,
  owner_verified: false,
}
let grace = ''
let id = ''

/** A plugin with a package, whose author has proved to own its repository. */
beforeEach(async () => {
  await owners.empty()
  records.clear()
  owners.repository('grace')
  grace = await owners.account('grace')
  const file = await uploadFile(owners.backend, grace, { name: 'a.flexplugin', bytes })
  id = idOf(await owners.publish(grace, { package_ids: [file], title: 'Plums' }))
  owners.backend.messages.length = 0
})
const untilStatus = (status: string | null) =>
  waitFor(async () =>
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: { repository_status: status } }),
  )

describe('a plugin whose repository another one replaced', () => {
  it('offers nothing and links nowhere after the daily look; its file stays at its hash', async () => {
    owners.repository('grace', OTHER)
    expect(await look()).toBe(1)
    await untilStatus('replaced')
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: LOST })
    expect(await ask(`/plugin/${id}/versions`)).toMatchObject({
      data: { items: [{ packages: null }] },
    })
    const stored = await headOnly(
      owners.backend.app.request(`/api/v1/file/sha256/${sha256(bytes)}`),
    )
    expect(stored.status).toBe(200)
  })

  it('is reported to its author and to the operator once, with an entry in the audit log', async () => {
    owners.repository('grace', OTHER)
    await look()
    await waitFor(() => expect(mailsTo('grace@example.com')).toHaveLength(1))
    await look(new Date(NOW.getTime() + 25 * 3600 * 1000))
    await waitFor(async () =>
      expect(await owners.backend.db.$count(sql`release_deliveries WHERE state <> 'waiting'`)).toBe(
        2,
      ),
    )
    expect(mailsTo('grace@example.com')).toHaveLength(1)
    expect(toOperator()).toMatchObject([
      { subject: 'Keystrip: The repository of “Plums” is replaced' },
    ])
    expect((await listAudit(owners.backend.db, {})).items).toMatchObject([
      { action: 'repository', id, author: 'grace', title: 'Plums' },
    ])
  })

  it('can be edited, but not published from the new repository', { tags: 'long' }, async () => {
    owners.repository('grace', OTHER)
    expect(await change(grace, { id, refresh: true })).toMatchObject({
      code: 409,
      reason: 'repository_replaced',
    })
    await untilStatus('replaced')
    const file = await uploadFile(owners.backend, grace, { name: 'b.darwin.flexplugin', bytes })
    expect(await change(grace, { id, package_ids: [file] })).toMatchObject({
      reason: 'repository_replaced',
    })
    expect(await change(grace, { id, title: 'Prunes' })).toMatchObject({
      data: { title: 'Prunes', ...LOST },
    })
  })

  it(
    'offers its files again when its repository has the address again',
    { tags: 'long' },
    async () => {
      owners.repository('grace', OTHER)
      await change(grace, { id, refresh: true })
      await untilStatus('replaced')
      owners.repository('grace')
      expect(await look(new Date(NOW.getTime() + 25 * 3600 * 1000))).toBe(0)
      await untilStatus(null)
      expect(await ask(`/plugin/${id}`)).toMatchObject({
        data: { owner_verified: true, packages: [{}], repository_url: expect.any(String) },
      })
    },
  )
})

describe('a plugin whose repository has another owner', () => {
  it('offers nothing until its author proves again', async () => {
    owners.repository('grace', { ownerId: 4242 })
    await look()
    await untilStatus('transferred')
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: LOST })
    owners.repository(undefined, { ownerId: 4242 })
    expect(await change(grace, { id, refresh: true })).toMatchObject({
      reason: 'repository_transferred',
    })
    owners.repository('grace', { ownerId: 4242 })
    expect(await change(grace, { id, refresh: true })).toMatchObject({
      data: { repository_status: null, owner_verified: true, packages: [{}] },
    })
  })

  it('is found at a check by an author who has no proof any more', { tags: 'long' }, async () => {
    owners.repository(undefined, { ownerId: 4242 })
    expect(await change(grace, { id, refresh: true })).toMatchObject({
      reason: 'repository_transferred',
    })
    await untilStatus('transferred')
  })
})

describe('an unproved plugin', () => {
  beforeEach(() => owners.backend.db.execute(sql`UPDATE projects SET owner_proof = NULL`))

  it('is compared by the daily look, which publishes nothing of it', async () => {
    owners.repository(undefined, { release: { tag: 'v1.2.0', assets: [] } })
    expect(await look()).toBe(0)
    await waitFor(async () => {
      expect(await owners.backend.db.$count(sql`jobs`)).toBe(0)
      expect(await owners.backend.db.$count(sql`release_deliveries`)).toBe(0)
    })
    expect(await ask(`/plugin/${id}`)).toMatchObject({
      data: { version: '1.1.3', repository_status: null, repository_url: expect.any(String) },
    })
    owners.repository(undefined, OTHER)
    await look(new Date(NOW.getTime() + 25 * 3600 * 1000))
    await untilStatus('replaced')
  })
})

describe('a newcomer under the old name', () => {
  let mallory = ''
  beforeEach(async () => {
    mallory = await owners.account('mallory')
    owners.repository('mallory', OTHER)
  })
  const manifestOf = (uuid: string) => ({
    files: { [PATH]: JSON.stringify({ ...JSON.parse(FIRST_GENERATION), uuid }) },
  })

  it('does not get the id of the plugin; the operator gets both names, once a day', async () => {
    const refused = {
      code: 409,
      reason: 'plugin_id_claimed',
      details: { id, name: 'com.eniac.example', domain: 'eniac.com' },
    }
    expect(await owners.publish(mallory)).toMatchObject(refused)
    expect(await owners.publish(mallory)).toMatchObject(refused)
    expect(await ask(`/plugin/${id}`)).toMatchObject({
      data: { repository_status: 'replaced', author: { name: 'grace' } },
    })
    await waitFor(() => expect(toOperator()).toHaveLength(2))
    const disputes = toOperator().filter(({ subject }) => subject.includes('Dispute'))
    expect(disputes).toHaveLength(1)
    expect(disputes[0]?.text).toMatch(/Holder: grace .*Claimant: mallory /s)
    expect((await listAudit(owners.backend.db, {})).items).toMatchObject([
      { action: 'claim', id, author: 'grace', by: 'mallory' },
      { action: 'repository', id },
    ])
  })

  it('publishes another plugin as a new project', async () => {
    owners.repository('mallory', { ...OTHER, ...manifestOf('com.mallory.other') })
    const answer = await owners.publish(mallory)
    expect(answer).toMatchObject({ code: 200, data: { owner_verified: true } })
    expect(idOf(answer)).not.toBe(id)
    await untilStatus('replaced')
  })

  it.each(['_keystrip.eniac.com', '_keystrip.example.eniac.com'])(
    'gets the id with a text record at %s',
    async (name) => {
      const refused = await owners.publish(mallory)
      records.set(name, [['v=spf1'], [Object(refused.details).record]])
      expect(await owners.publish(mallory)).toMatchObject({ code: 200 })
    },
  )

  it('does not get it for a publication without the number of a repository', async () => {
    owners.repository('mallory', { ...OTHER, ...manifestOf('com.mallory.other') })
    const own = idOf(await owners.publish(mallory))
    await owners.backend.db.execute(
      sql`UPDATE projects SET repository_id = NULL, manifest_id = NULL, owner_proof = NULL WHERE id = ${own}`,
    )
    owners.repository('mallory', OTHER)
    const refused = await change(mallory, { id: own, refresh: true })
    expect(refused).toMatchObject({ code: 409, reason: 'plugin_id_claimed' })
    await waitFor(() =>
      expect(toOperator().filter(({ subject }) => subject.includes('Dispute'))).toHaveLength(1),
    )
    records.set('_keystrip.eniac.com', [[Object(refused.details).record]])
    expect(await change(mallory, { id: own, refresh: true })).toMatchObject({ code: 200 })
  })

  it('does not get it with the text record of another account', async () => {
    records.set('_keystrip.eniac.com', [['keystrip-account=someone']])
    expect(await owners.publish(mallory)).toMatchObject({ reason: 'plugin_id_claimed' })
  })

  it(
    'gets it from an account that had not proved to own the old repository',
    { tags: 'long' },
    async () => {
      await owners.backend.db.execute(sql`UPDATE projects SET owner_proof = NULL`)
      expect(await owners.publish(mallory)).toMatchObject({ code: 200 })
    },
  )

  it(
    'gets it as the owner of the old repository, compared by number',
    { tags: 'long' },
    async () => {
      expect(await owners.publish(await owners.byGitHub(OCTO))).toMatchObject({ code: 200 })
    },
  )

  it('gets it with push permission for the old repository', { tags: 'long' }, async () => {
    owners.repository('grace', { isPushable: true })
    await owners.prove(mallory)
    owners.repository('mallory', OTHER)
    expect(await owners.publish(mallory)).toMatchObject({ code: 200 })
  })
})
