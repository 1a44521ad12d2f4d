import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { clientOf } from '#tests/support/accounts.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { OCTO, startOwners } from '#tests/support/plugin-owners.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { waitFor } from '#tests/support/wait.ts'

const owners = await stoppedAtEnd(startOwners())
beforeEach(() => owners.empty())

const idOf = ({ data }: { data: unknown }): string => Object(data).id
const isTransfer = ({ text }: { text: string }) => text.includes('/home/plugin/detail/')

describe('a verified owner', () => {
  it('displaces an unverified publication: address, versions and counts stay', async () => {
    const eve = await owners.account('evening')
    const first = await owners.publish(eve, { title: 'Stolen plums' })
    const id = idOf(first)
    await owners.backend.db.execute(sql`UPDATE projects SET downloads = 41 WHERE id = ${id}`)
    const octo = await owners.byGitHub(OCTO)
    expect(await owners.check(octo)).toMatchObject({
      data: { published: { id, is_own: false, is_verified: false } },
    })
    expect(await owners.publish(octo, { title: 'Plums' })).toMatchObject({
      code: 200,
      data: {
        id,
        title: 'Plums',
        author: { name: 'octo-ada' },
        owner_verified: true,
        downloads: 41,
        created_at: Object(first.data).created_at,
      },
    })
    const { ask } = clientOf(owners.backend)
    const versions = await ask(`/plugin/${id}/versions`)
    expect(versions).toMatchObject({ data: { items: [{ version: '1.1.3' }] } })
    const put = { method: 'PUT', token: eve, body: { id, title: 'Mine' } }
    expect(await ask('/plugin', put)).toMatchObject({ code: 404 })
    expect(await ask(`/plugin?id=${id}`, { method: 'DELETE', token: eve })).toMatchObject({
      code: 404,
    })
    expect(await ask('/plugin/list?author=evening')).toMatchObject({ data: { items: [] } })
    expect(await ask('/index/search?q=plums')).toMatchObject({
      data: { items: [{ id, author: { name: 'octo-ada' } }] },
    })
  })

  it('does not take over the packages of the previous author, nor how it gets its releases', async () => {
    const { backend } = owners
    owners.repository('evening')
    const eve = await owners.account('evening')
    const name = 'a.flexplugin'
    const bytes = buildPackage(FIRST_GENERATION)
    const id = idOf(
      await owners.publish(eve, { package_ids: [await uploadFile(backend, eve, { name, bytes })] }),
    )
    const releases = { token: eve, method: 'PUT', body: { is_daily: false } }
    await clientOf(backend).ask(`/plugin/${id}/releases`, releases)
    owners.repository()
    const octo = await owners.byGitHub(OCTO)
    expect(await owners.publish(octo)).toMatchObject({ data: { id, packages: null } })
    expect(await backend.db.$count(sql`plugin_packages`)).toBe(0)
    expect(await backend.db.$count(sql`release_sources`)).toBe(0)
    const served = sql`files WHERE name = ${name} AND (state <> 'hidden' OR trashed_at IS NULL)`
    expect(await backend.db.$count(served)).toBe(0)
  })

  it('takes over without those whom the previous author trusts to publish', async () => {
    const eve = await owners.account('evening')
    const id = idOf(await owners.publish(eve))
    await addedPublisher(owners.backend, eve, { project_id: id })
    const octo = await owners.byGitHub(OCTO)
    await owners.publish(octo)
    expect(await owners.backend.db.$count(sql`trusted_publishers`)).toBe(0)
  })

  it('and the previous author are notified by mail in their language and in their lists, the operator by mail', async () => {
    const eve = await owners.account('evening')
    await owners.backend.db.execute(
      sql`UPDATE accounts SET locale = 'de' WHERE email = 'evening@example.com'`,
    )
    const id = idOf(await owners.publish(eve, { title: 'Plums' }))
    const octo = await owners.byGitHub(OCTO)
    await owners.publish(octo)
    await waitFor(() => {
      const mails = owners.backend.messages.filter(({ text }) => text.includes(id))
      expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
        'evening@example.com Ihr Plugin „Plums“ auf Keystrip wurde an den Eigentümer des Repositorys übertragen',
        'help@example.com Keystrip: The plugin “Plums” was taken over',
        'octo-ada@example.com The plugin “Plums” on Keystrip is now yours',
      ])
    })
    expect(await owners.transfers(eve)).toMatchObject({
      data: { items: [{ id, title: 'Plums', is_mine: false, other: 'octo-ada' }] },
    })
    expect(await owners.transfers(octo)).toMatchObject({
      data: { items: [{ id, is_mine: true, other: 'evening' }] },
    })
    const { ask } = clientOf(owners.backend)
    expect(await ask('/account/export', { token: eve })).toMatchObject({
      data: { transfers: [{ id, title: 'Plums', is_mine: false }], repositories: [] },
    })
  })

  it('sends no second message for a repeated request', async () => {
    await owners.publish(await owners.account('evening'))
    const octo = await owners.byGitHub(OCTO)
    const input = await owners.wishFor(octo)
    const headers = { authorization: `Bearer ${octo}`, 'idempotency-key': 'the-same-key' }
    const init = { method: 'POST', headers, body: JSON.stringify(input) }
    const answers = [
      await owners.backend.get('/plugin', init),
      await owners.backend.get('/plugin', init),
    ]
    expect(answers[1]).toEqual(answers[0])
    await waitFor(() => expect(owners.backend.messages.filter(isTransfer)).toHaveLength(3))
    expect(await owners.transfers(octo)).toMatchObject({ data: { items: [{ is_mine: true }] } })
  })

  it('does not displace another verified owner', async () => {
    owners.repository('grace')
    const id = idOf(await owners.publish(await owners.account('grace')))
    expect(await owners.publish(await owners.byGitHub(OCTO))).toMatchObject({
      code: 409,
      reason: 'plugin_taken',
      details: { id },
    })
  })

  it('displaces an author whose proof is gone', async () => {
    owners.repository('grace')
    const id = idOf(await owners.publish(await owners.account('grace')))
    owners.repository()
    expect(await owners.publish(await owners.byGitHub(OCTO))).toMatchObject({
      code: 200,
      data: { id },
    })
  })

  it.each([1, 2, 3])(
    'and an unverified one at once: the owner has it in the end (%i)',
    async () => {
      owners.repository('grace\nhopper')
      const people = await Promise.all(
        ['evening', 'mallory', 'grace', 'hopper'].map((name) => owners.account(name)),
      )
      const answers = await Promise.all(people.map((token) => owners.publish(token)))
      const list = await clientOf(owners.backend).ask('/plugin/list')
      expect(list).toMatchObject({ data: { items: [{ owner_verified: true }] } })
      const verified = answers.slice(2).map(({ code }) => code)
      expect(verified.toSorted()).toEqual([200, 409])
      expect(Object(list.data).items).toHaveLength(1)
    },
  )
})
