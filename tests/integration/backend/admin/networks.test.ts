import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountDetailsSchema, accountListSchema } from '#lib/contract/admin/account.ts'
import { bulkPreviewSchema, bulkSchema } from '#lib/contract/admin/bulk.ts'
import { NETWORK_DAYS } from '#lib/contract/admin/network.ts'
import { moderatedProjectsSchema } from '#lib/contract/admin/project.ts'
import {
  accountNetworks,
  accounts,
  authors,
  identities,
  projects as projectRows,
} from '#backend/db/tables.ts'
import { sweepNetworks, withNetworkHash } from '#backend/services/limit/account-networks.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { allRows } from '#tests/support/all-rows.ts'
import { testBackend } from '#tests/support/backend.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { projectInput } from '#tests/support/publishing.ts'
import { withRole } from '#tests/support/roles.ts'

const secret = OPERATOR_SECRET
const HOME = '203.0.113.7'
const OTHER = '198.51.100.9'
const PHONE = '2001:db8:7:aa::1'

let administrator: string
const tokens = new Map<string, string>()
const projects = new Map<string, string>()
const backend = await testBackend({ internalSecret: secret })
beforeAll(async () => {
  for (const [username, address] of [
    ['adele', HOME],
    ['bobby', '203.0.113.250'],
    ['cyndi', OTHER],
    ['danny', PHONE],
  ] as const) {
    const email = `${username}@example.com`
    tokens.set(username, await registeredByMail(backend, { secret, address, username, email }))
  }
  administrator = await withRole(backend, 'administrator')
  projects.set('cyndi', await publish('cyndi', '203.0.113.99'))
  projects.set('danny', await publish('danny', '2001:db8:7:bb::2'))
})
beforeEach(() => backend.setClock('2026-06-01T12:00:00Z'))

async function publish(username: string, address: string): Promise<string> {
  const token = tokens.get(username) ?? ''
  const body = await projectInput(backend, token)
  const answer = await clientOf(backend, { secret, address }).ask('/icon', {
    method: 'POST',
    token,
    body,
  })
  expect(answer).toMatchObject({ code: 200 })
  return moderatedProjectsSchema.shape.items.element.pick({ id: true }).parse(answer.data).id
}

const ask = (path: string, options: Parameters<ReturnType<typeof clientOf>['ask']>[1] = {}) =>
  clientOf(backend).ask(path, { token: administrator, ...options })
const find = async (network: string) => {
  const { data } = await ask(`/admin/accounts?network=${encodeURIComponent(network)}`)
  return accountListSchema
    .parse(data)
    .items.map(({ username }) => username)
    .toSorted()
}
const detailsOf = async (username: string) =>
  accountDetailsSchema.parse((await ask(`/admin/accounts/${username}`)).data)

describe('accounts of a network', () => {
  it.each([
    ['an address', '203.0.113.1', ['adele', 'bobby', 'cyndi']],
    ['a network', '203.0.113.0/24', ['adele', 'bobby', 'cyndi']],
    ['a narrower network', '203.0.113.128/25', ['adele', 'bobby', 'cyndi']],
    ['another network', '198.51.100.0/24', ['cyndi']],
    ['an address of IPv6', '2001:db8:7:cc::9', ['danny']],
    ['a network of IPv6', '2001:DB8:0007::/48', ['danny']],
    ['a network without accounts', '192.0.2.0/24', []],
    ['no network', '', ['adele', 'administrator', 'bobby', 'cyndi', 'danny']],
  ])('are found by %s', async (_, network, names) => {
    expect(await find(network)).toEqual(names)
  })

  it.each(['203.0.0.0/16', '2001:db8::/32', '203.0.113', 'home', '203.0.113.7/24/24'])(
    'are not searched by %s, which is refused',
    async (network) => {
      const answer = await ask(`/admin/accounts?network=${encodeURIComponent(network)}`)
      expect(answer).toMatchObject({ code: 400 })
    },
  )

  it('are named on the page of each, by a hash that finds them', async () => {
    const { networks } = await detailsOf('adele')
    expect(networks).toMatchObject([{ others: 2, names: ['bobby', 'cyndi'] }])
    expect(await find(networks[0]?.network ?? '')).toEqual(['adele', 'bobby', 'cyndi'])
    expect((await detailsOf('cyndi')).networks).toHaveLength(2)
    expect((await detailsOf('administrator')).networks).toEqual([])
  })

  it('are stored and exported without their address', async () => {
    const rows = await allRows((text) => backend.db.execute(sql.raw(text)))
    const text = JSON.stringify(rows['account_networks'])
    expect(rows['account_networks']).toHaveLength(6)
    for (const part of ['203.0.113', '198.51.100', '2001:db8']) expect(text).not.toContain(part)
    const { data } = await ask('/account/export', { token: tokens.get('cyndi') })
    expect(data).toMatchObject({
      networks: [{ project_id: null }, { project_id: projects.get('cyndi') }],
    })
  })

  it('have another hash with another secret, and none without', () => {
    expect(withNetworkHash('another secret', { network: HOME })).not.toEqual(
      withNetworkHash(secret, { network: HOME }),
    )
    expect(withNetworkHash(undefined, { network: HOME })).toEqual({ network: '-' })
  })
})

describe('projects of a network', () => {
  it('are those that were published from it, not all of its accounts', async () => {
    const listed = await ask('/admin/projects?network=203.0.113.0%2F24')
    const { items } = moderatedProjectsSchema.parse(listed.data)
    expect(items.map(({ id }) => id)).toEqual([projects.get('cyndi')])
    expect(await ask('/admin/projects?network=home')).toMatchObject({ code: 400 })
    const preview = await ask(`/admin/bulk/preview?action=hide&network=${OTHER}`)
    expect(bulkPreviewSchema.parse(preview.data)).toMatchObject({ projects: 0 })
  })

  it('are not those that another account has taken over since', async () => {
    const { db } = backend
    const isTaken = eq(projectRows.id, projects.get('cyndi') ?? '')
    const give = async (name: string) => {
      const [author] = await db.select().from(authors).where(eq(authors.name, name))
      await db
        .update(projectRows)
        .set({ authorUid: author?.uid ?? '' })
        .where(isTaken)
    }
    await give('administrator')
    const listed = await ask('/admin/projects?network=203.0.113.0%2F24')
    await give('cyndi')
    expect(listed.data).toMatchObject({ items: [] })
  })

  it('are hidden by its address, which neither the action nor the audit log keeps', async () => {
    const body = { action: 'hide', reason: 'A wave', network: '2001:db8:7::/48' }
    const { data } = await ask('/admin/bulk', { method: 'POST', body })
    const bulk = bulkSchema.parse(data)
    expect(bulk).toMatchObject({ total: 1, filter: { by_network: true } })
    expect(Object.keys(bulk.filter)).toEqual(['by_network'])
    const { data: log } = await ask('/admin/audit?action=bulk')
    const [{ network } = { network: '' }] = (await detailsOf('danny')).networks
    expect(JSON.stringify(log)).toContain('by_network')
    expect(JSON.stringify(log)).not.toContain(network)
  })
})

it('networks are forgotten after 30 days, and with the account', async () => {
  const rows = () => backend.db.$count(accountNetworks)
  const before = await rows()
  const day = 24 * 3_600_000
  const start = Date.parse('2026-06-01T12:00:00Z')
  await sweepNetworks(backend.db, new Date(start + NETWORK_DAYS * day))
  expect(await rows()).toBe(before)
  const dan = { token: tokens.get('danny') }
  const body = { username: 'danny', password: 'engine-1843' }
  expect(await ask('/account/delete', { ...dan, method: 'POST', body })).toMatchObject({
    code: 200,
  })
  expect(await rows()).toBeLessThan(before)
  await sweepNetworks(backend.db, new Date(start + NETWORK_DAYS * day + 1))
  expect(await rows()).toBe(0)
})

it('accounts are found by the provider that they sign in with', async () => {
  const [row] = await backend.db
    .select()
    .from(accounts)
    .where(eq(accounts.emailKey, 'adele@example.com'))
  await backend.db
    .insert(identities)
    .values({ provider: 'github', subject: '1', uid: row?.uid ?? '', createdAt: new Date() })
  const { data } = await ask('/admin/accounts?provider=github')
  expect(accountListSchema.parse(data).items).toHaveLength(1)
  expect(await ask('/admin/accounts?provider=google')).toMatchObject({ data: { items: [] } })
})
