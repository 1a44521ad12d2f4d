import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { iconSearchSchema, packIconsSchema } from '#lib/contract/search.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { packOf } from '#tests/support/search-catalogue.ts'

let backend: TestBackend
let packs: Record<'popular' | 'quiet' | 'broken', string>
beforeAll(async () => {
  backend = await startTestBackend()
  packs = {
    popular: await backend.add({
      title: 'Popular',
      downloads: 9000,
      file: await packOf('cloud-rain', 'cloud', 'home-2', 'sun'),
    }),
    quiet: await backend.add({ title: 'Quiet', file: await packOf('cloud', 'rain', 'clouds') }),
    broken: await backend.add({ title: 'Broken', file: { name: 'x', bytes: Buffer.from('PK') } }),
  }
})
afterAll(() => backend.stop())

async function find(query: string) {
  const answer = await backend.get(`/index/icons?${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return iconSearchSchema.parse(answer.data)
}
const names = async (query: string) =>
  (await find(query)).items.map(({ name, project }) => `${project.title}/${name}`)

describe('single icons', () => {
  it.each([
    ['cloud', ['Popular/cloud', 'Quiet/cloud', 'Popular/cloud-rain', 'Quiet/clouds']],
    ['rain', ['Quiet/rain', 'Popular/cloud-rain']],
    ['cloud rain', ['Popular/cloud-rain']],
    ['rain-cloud', ['Popular/cloud-rain']],
    ['clou', ['Popular/cloud-rain', 'Popular/cloud', 'Quiet/cloud', 'Quiet/clouds']],
    ['cluod', ['Popular/cloud-rain', 'Popular/cloud', 'Quiet/cloud']],
    ['home 2', ['Popular/home-2']],
    ['nothing', []],
    ['', []],
    ['%', []],
  ])('for %s', async (term, wanted) => {
    expect(await names(`q=${encodeURIComponent(term)}`)).toEqual(wanted)
  })

  it('are counted, and come page by page, each once', async () => {
    const all = await names('q=cloud')
    for (const limit of [1, 2, 3]) {
      const seen: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page = await find(`q=cloud&limit=${limit}${after && `&after=${after}`}`)
        expect(page).toMatchObject({ total: 4, total_is_estimate: false })
        seen.push(...page.items.map(({ name, project }) => `${project.title}/${name}`))
        after = page.next
      }
      expect(seen).toEqual(all)
    }
  })

  it('are shown from where they stand in the archive, as images that run nothing', async () => {
    const [first] = (await find('q=cloud')).items
    const response = await backend.app.request(first?.url ?? '')
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(response.headers.get('cache-control')).toMatch(/immutable/)
  })

  it.each(['nothing.svg', 'cloud', 'cloud.png', 'CLOUD.svg', '%2e%2e%2fmanifest.json', 'a%00.svg'])(
    'are not there as %s: 404',
    async (name) => {
      const { items } = await find('q=cloud')
      const folder = items[0]?.url.replace(/[^/]+$/, '') ?? ''
      expect((await backend.app.request(`${folder}${name}`)).status).toBe(404)
    },
  )
})

describe('the icons in a pack', () => {
  it('come in the order of the archive', async () => {
    const { data } = await backend.get(`/icon/${packs.popular}/icons`)
    const { items } = packIconsSchema.parse(data)
    expect(items.map(({ name }) => name)).toEqual(['cloud-rain', 'cloud', 'home-2', 'sun'])
  })

  it('are none where the file is no archive', async () => {
    expect(await backend.get(`/icon/${packs.broken}/icons`)).toMatchObject({
      status: 200,
      data: { items: [] },
    })
  })

  it('are not there for what is no icon pack: 404', async () => {
    const plugin = await backend.add({ kind: 'plugin', category: 'audio' })
    for (const id of [plugin, 'nothing', '%00', 'x'.repeat(65)]) {
      expect(await backend.get(`/icon/${id}/icons`)).toMatchObject({ status: 404, data: null })
    }
  })
})
