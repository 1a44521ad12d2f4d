import { beforeEach, describe, expect, it } from 'vitest'
import { ABOUT_MAX, LINK_MAX, LINKS_MAX } from '#lib/contract/limits.ts'
import { changes } from '#backend/db/tables.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'

let ada = ''
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  ada = await registeredByMail(backend)
})

const NAME = 'ada_lovelace'
const read = (author = NAME) => backend.get(`/index/author?author=${encodeURIComponent(author)}`)
const change = (body: Record<string, unknown>, token = ada) =>
  clientOf(backend).ask('/account/author', { method: 'PUT', body, token })

const recorded = () => backend.db.select().from(changes).orderBy(changes.id)

describe('an author', () => {
  it('is found by name in any case, with the numbers of public projects', async () => {
    await backend.add({ author: 'Zoë', downloads: 3 })
    await backend.add({ author: 'Zoë', downloads: 4 })
    await backend.add({ author: 'Zoë', kind: 'plugin', category: 'audio', downloads: 5 })
    expect(await read('zOË')).toMatchObject({
      code: 200,
      data: {
        name: 'Zoë',
        about: '',
        links: [],
        kinds: [
          { kind: 'icon', projects: 2, downloads: 7 },
          { kind: 'plugin', projects: 1, downloads: 5 },
        ],
      },
    })
    expect(await read('unknown')).toMatchObject({ code: 404 })
  })

  it('has what its owner has entered, each link once', async () => {
    const links = ['https://ada.example/work', 'https://ada.example/work', 'https://b.example']
    const entered = { about: '  Draws weather.  ', links }
    const shown = {
      about: 'Draws weather.',
      links: ['https://ada.example/work', 'https://b.example'],
    }
    expect(await change(entered)).toMatchObject({ code: 200, data: { name: NAME, ...shown } })
    expect(await read()).toMatchObject({ data: { ...shown, kinds: [] } })
    expect(await clientOf(backend).ask('/account/export', { token: ada })).toMatchObject({
      data: { author: shown },
    })
    await change({ about: '', links: [] })
    expect(await read()).toMatchObject({ data: { about: '', links: [] } })
  })

  it.each([
    ['about', 'a text that is too long', { about: 'x'.repeat(ABOUT_MAX + 1), links: [] }],
    ['about', 'two lines', { about: 'one\ntwo', links: [] }],
    [
      'links',
      'too many links',
      { about: '', links: Array(LINKS_MAX + 1).fill('https://a.example') },
    ],
    ['links', 'a long link', { about: '', links: [`https://a.example/${'x'.repeat(LINK_MAX)}`] }],
    ['links', 'a link without TLS', { about: '', links: ['http://a.example'] }],
    ['links', 'a script', { about: '', links: ['javascript:alert(1)'] }],
    [
      'links',
      'a user name in the address',
      { about: '', links: ['https://good.example@evil.example'] },
    ],
    ['links', 'an address of a network', { about: '', links: ['https://127.0.0.1/'] }],
  ])('is refused with the field “%s” for %s', async (field, _, body) => {
    expect(await change(body)).toMatchObject({
      code: 400,
      message: expect.stringContaining(field),
    })
    expect(await read()).toMatchObject({ data: { about: '', links: [] } })
  })

  it('is changed by its account alone, and the web processes are notified', async () => {
    expect(await change({ about: 'Mine', links: [] }, 'unknown')).toMatchObject({ code: 401 })
    await publishProject(backend, ada)
    const before = await recorded()
    await change({ about: 'Mine', links: [] })
    expect((await recorded()).slice(before.length)).toMatchObject([{ author: NAME }])
  })
})
