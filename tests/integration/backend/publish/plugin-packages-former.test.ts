import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  FORMER_DAYS,
  settlePackages,
  sweepFormerPackages,
} from '#backend/services/project/former-packages.ts'
import { notifyFormerAuthors } from '#backend/services/account/notify-former.ts'
import { accountExportSchema } from '#lib/contract/account/export.ts'
import { GRACE } from '#tests/support/operator.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { quietParts } from '#tests/support/backend.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { headOnly } from '#tests/support/head.ts'
import { startOwners } from '#tests/support/plugin-owners.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { sha256 } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const owners = await stoppedAtEnd(startOwners())

const NOW = new Date('2026-06-01T12:00:00Z')
const later = (days: number) => new Date(NOW.getTime() + days * 24 * 3600 * 1000)
const bytes = buildPackage(FIRST_GENERATION)
let eve = ''
let id = ''

/** A publication of the release before: its author has no proof, and nothing is recorded of its package. */
beforeEach(async () => {
  await owners.empty()
  owners.repository('evening')
  eve = await owners.account('evening')
  const file = await uploadFile(owners.backend, eve, { name: 'a.flexplugin', bytes })
  const { data } = await owners.publish(eve, { package_ids: [file], title: 'Plums {site}' })
  id = Object(data).id
  await owners.backend.db.execute(sql`UPDATE plugin_packages SET basis = NULL`)
})
const unprove = () => owners.backend.db.execute(sql`UPDATE projects SET owner_proof = NULL`)
const settle = () => settlePackages(owners.backend.db, NOW)
const ask = (path: string) => clientOf(owners.backend).ask(path)
const exported = async () => {
  const { data } = await clientOf(owners.backend).ask('/account/export', { token: eve })
  return accountExportSchema.parse(data).former_packages
}
const byHash = () => owners.backend.app.request(`/api/v1/file/sha256/${sha256(bytes)}`)
const mails = () => owners.backend.messages.filter(({ text }) => text.includes('.keystrip'))
const notify = (send = owners.backend.send) =>
  notifyFormerAuthors({ ...quietParts(owners.backend.db, owners.backend.storage), send }, NOW)

describe('a package of an unproved publication', () => {
  it('is offered nowhere, even before it is settled', async () => {
    await unprove()
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: { packages: null } })
    expect(await ask(`/plugin/${id}/versions`)).toMatchObject({
      data: { items: [{ packages: null }] },
    })
  })

  it('is named on the page, and stays at its hash and in the export of its author', async () => {
    await unprove()
    expect(await settle()).toBe(1)
    expect(await ask(`/plugin/${id}`)).toMatchObject({
      data: {
        packages: null,
        packages_removed: true,
        manifest: null,
        release: { tag: 'v1.1.3' },
        owner_verified: false,
      },
    })
    const stored = await byHash()
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await exported()).toMatchObject([
      { project_id: id, version: '1.1.3', file: { sha256: sha256(bytes) } },
    ])
    expect(await settle()).toBe(0)
  })

  it('is deleted after thirty days; the page still states it', async () => {
    await unprove()
    await settle()
    const { db, storage } = owners.backend
    expect(await sweepFormerPackages({ db, storage }, later(FORMER_DAYS))).toBe(0)
    expect(await sweepFormerPackages({ db, storage }, later(FORMER_DAYS + 1))).toBe(1)
    expect((await headOnly(byHash())).status).toBe(404)
    expect(await exported()).toEqual([])
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: { packages_removed: true } })
  })

  it('is reported to its author once, by one of several backends', async () => {
    await unprove()
    await settle()
    await Promise.all([notify(), notify()])
    await notify()
    expect(mails()).toMatchObject([{ to: 'evening@example.com' }])
    expect(mails()[0]?.text).toContain(
      `Plums {site}\nhttp://localhost:3000/home/user/editplugin?id=${id}`,
    )
  })

  it('is reported later if the message cannot be sent', async () => {
    await unprove()
    await settle()
    await notify(() => Promise.reject(new Error('no server')))
    expect(mails()).toEqual([])
    await notify()
    expect(mails()).toHaveLength(1)
  })

  it('goes with its project, and with its account', async () => {
    await unprove()
    await settle()
    await clientOf(owners.backend).ask(`/plugin?id=${id}`, { method: 'DELETE', token: eve })
    expect((await headOnly(byHash())).status).toBe(404)
    expect(await owners.backend.db.$count(sql`former_packages`)).toBe(0)
  })

  it('is hidden with its project', async () => {
    await unprove()
    await settle()
    const { moderate } = await import('#backend/services/operator/moderate.ts')
    const { db, storage } = owners.backend
    const request = { action: 'hide', kind: 'plugin', id, reason: 'x', by: 'grace' } as const
    await moderate({ db, storage }, GRACE, request, NOW)
    expect((await headOnly(byHash())).status).toBe(404)
  })

  it('does not stand against the same platform once its author has proved', async () => {
    await unprove()
    await settle()
    const file = await uploadFile(owners.backend, eve, { name: 'b.flexplugin', bytes })
    const body = { id, package_ids: [file] }
    expect(
      await clientOf(owners.backend).ask('/plugin', { method: 'PUT', token: eve, body }),
    ).toMatchObject({
      data: { packages: [{ file: { name: 'b.flexplugin' } }], packages_removed: false },
    })
  })
})

describe('a package from before proofs were recorded', () => {
  it('stays if its author had proved, also when that proof is gone later', async () => {
    expect(await settle()).toBe(0)
    await unprove()
    expect(await settle()).toBe(0)
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: { packages: [{}] } })
  })

  it('stays if the site had fetched it from a release', async () => {
    await owners.backend.db.execute(sql`
      INSERT INTO release_deliveries (id, project_id, origin, delivery_id, version, state, received_at, finished_at)
      SELECT 'd', ${id}, 'daily', 'd', '1.1.3', 'published', created_at, created_at FROM files WHERE name = 'a.flexplugin'`)
    await unprove()
    expect(await settle()).toBe(0)
    expect(await ask(`/plugin/${id}`)).toMatchObject({ data: { packages: [{}] } })
  })
})
