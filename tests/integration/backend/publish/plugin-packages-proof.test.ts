import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { OCTO, startOwners } from '#tests/support/plugin-owners.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { waitFor } from '#tests/support/wait.ts'

const owners = await stoppedAtEnd(startOwners())
beforeEach(() => owners.empty())

const idOf = ({ data }: { data: unknown }): string => Object(data).id
const packageOf = (version = '1.1.3') => buildPackage(FIRST_GENERATION, { version })
const send = (token: string, name = 'a.flexplugin', version?: string) =>
  uploadFile(owners.backend, token, { name, bytes: packageOf(version) })
const change = (token: string, body: object) =>
  clientOf(owners.backend).ask('/plugin', { method: 'PUT', token, body })
const REFUSED = { code: 403, reason: 'package_unproved', fields: ['package_ids'] }
const packages = async () => owners.backend.db.$count(sql`plugin_packages`)

describe('a package of an account that has not proved to own the repository', () => {
  it('is refused in a first publication, which stays possible without it', async () => {
    const eve = await owners.account('evening')
    expect(await owners.publish(eve, { package_ids: [await send(eve)] })).toMatchObject(REFUSED)
    expect(await clientOf(owners.backend).ask('/plugin/list')).toMatchObject({
      data: { items: [] },
    })
    expect(await owners.publish(eve)).toMatchObject({ code: 200, data: { packages: null } })
  })

  it.each([
    ['the current version', {}],
    ['a new version', { version: '99999.99999.99999' }],
    ['a check of the repository', { refresh: true }],
  ])('is refused for %s, by a browser and by an access token', async (_, said) => {
    const eve = await owners.account('evening')
    const id = idOf(await owners.publish(eve))
    const { secret } = await createdToken(owners.backend, eve, { project_id: id })
    for (const token of [eve, secret]) {
      const version = 'version' in said ? said.version : undefined
      const body = { id, package_ids: [await send(token, 'a.flexplugin', version)], ...said }
      expect(await change(token, body)).toMatchObject(REFUSED)
    }
    expect(await packages()).toBe(0)
  })

  it('is accepted with each of the proofs', async () => {
    const eve = await owners.account('evening')
    const id = idOf(await owners.publish(eve))
    await clientOf(owners.backend).ask(`/plugin?id=${id}`, { method: 'DELETE', token: eve })
    owners.repository('grace')
    const grace = await owners.account('grace')
    const octo = await owners.byGitHub(OCTO)
    for (const token of [grace, octo]) {
      const answer = await owners.publish(token, { package_ids: [await send(token)] })
      expect(answer).toMatchObject({ code: 200, data: { packages: [{ platform: 'universal' }] } })
      const remove = { method: 'DELETE', token } as const
      await clientOf(owners.backend).ask(`/plugin?id=${idOf(answer)}`, remove)
    }
  })
})

describe('a proof that is gone', () => {
  it('keeps the accepted packages, and takes no new ones', async () => {
    owners.repository('grace')
    const grace = await owners.account('grace')
    const id = idOf(await owners.publish(grace, { package_ids: [await send(grace)] }))
    owners.repository()
    const mac = await send(grace, 'a.darwin.flexplugin')
    expect(await change(grace, { id, package_ids: [mac] })).toMatchObject(REFUSED)
    expect(await change(grace, { id, refresh: true })).toMatchObject({
      data: { owner_verified: false, packages: [{ platform: 'universal' }] },
    })
    expect(await change(grace, { id, package_ids: [mac], refresh: true })).toMatchObject(REFUSED)
    owners.repository('grace')
    expect(await change(grace, { id, package_ids: [mac] })).toMatchObject({
      data: { owner_verified: true, packages: [{ platform: 'universal' }, { platform: 'darwin' }] },
    })
  })

  it('is not replaced by one of the transferred repository', async () => {
    owners.repository('grace')
    const grace = await owners.account('grace')
    const id = idOf(await owners.publish(grace))
    owners.repository('grace', { ownerId: 4242 })
    expect(await change(grace, { id, package_ids: [await send(grace)] })).toMatchObject({
      code: 409,
      reason: 'repository_transferred',
    })
    expect(await packages()).toBe(0)
  })
})

describe('an account without proof', () => {
  it('publishes the packages of a release that the site fetches, at its own request', async () => {
    const eve = await owners.account('evening')
    const id = idOf(await owners.publish(eve))
    const assets = { 'a.win32.flexplugin': packageOf('1.2.0') }
    owners.repository(undefined, { releases: [{ tag: 'v1.2.0', assets }] })
    await clientOf(owners.backend).post(`/plugin/${id}/releases/check`, { is_test: false }, eve)
    await waitFor(async () =>
      expect(await clientOf(owners.backend).ask(`/plugin/${id}`)).toMatchObject({
        data: { version: '1.2.0', owner_verified: false, packages: [{ platform: 'win32' }] },
      }),
    )
    expect(await owners.backend.db.$count(sql`plugin_packages WHERE basis = 'release'`)).toBe(1)
  })
})
