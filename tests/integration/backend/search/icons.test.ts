import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { iconSearchSchema, packIconsSchema } from '#lib/contract/search.ts'
import { testBackend } from '#tests/support/backend.ts'
import { updateIconTerms } from '#backend/services/search-index/icon-terms.ts'
import { buildContainer, buildIconPack, buildManifest } from '#tests/support/containers.ts'
import { headOnly } from '#tests/support/head.ts'

let packs: Record<'popular' | 'quiet' | 'emoji' | 'tagged' | 'broken', string>
const icons = [
  { name: 'Egg', file: 'icons/sun.svg', tags: ['breakfast', '朝食'] },
  { name: 'Toast', file: 'icons/moon.svg', tags: ['breakfast'] },
]
const backend = await testBackend()
beforeAll(async () => {
  packs = {
    popular: await backend.add({
      title: 'Popular',
      downloads: 9000,
      file: await buildIconPack('cloud-rain', 'cloud', 'home-2', 'sun'),
    }),
    quiet: await backend.add({
      title: 'Quiet',
      file: await buildIconPack('cloud', 'rain', 'clouds'),
    }),
    emoji: await backend.add({
      title: 'Emoji',
      file: await buildIconPack('1f600', '1f1e9-1f1ea'),
    }),
    tagged: await backend.add({
      title: 'Tagged',
      file: { name: 'pack.iconpack', bytes: buildContainer(buildManifest('iconpack', { icons })) },
    }),
    broken: await backend.add({ title: 'Broken', file: { name: 'x', bytes: Buffer.from('PK') } }),
  }
})

async function search(query: string) {
  const answer = await backend.get(`/index/icons?${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return iconSearchSchema.parse(answer.data)
}
const names = async (query: string) =>
  (await search(query)).items.map(({ name, project }) => `${project.title}/${name}`)

describe('icon search', () => {
  it.each([
    ['cloud', ['Popular/cloud', 'Quiet/cloud', 'Popular/cloud-rain', 'Quiet/clouds']],
    ['rain', ['Quiet/rain', 'Popular/cloud-rain']],
    ['cloud rain', ['Popular/cloud-rain']],
    ['rain-cloud', ['Popular/cloud-rain']],
    ['clou', ['Popular/cloud-rain', 'Popular/cloud', 'Quiet/cloud', 'Quiet/clouds']],
    ['sn', []],
    ['hme', ['Popular/home-2']],
    ['clds', ['Quiet/clouds']],
    ['cluod', ['Popular/cloud-rain', 'Popular/cloud', 'Quiet/cloud']],
    ['home 2', ['Popular/home-2']],
    ['grinning face', ['Emoji/1f600']],
    ['grinsendes gesicht', ['Emoji/1f600']],
    ['嘿嘿', ['Emoji/1f600']],
    ['drapeau allemagne', ['Emoji/1f1e9-1f1ea']],
    ['breakfast', ['Tagged/sun', 'Tagged/moon']],
    ['breakf', ['Tagged/sun', 'Tagged/moon']],
    ['朝食', ['Tagged/sun']],
    ['nothing', []],
    ['', []],
    ['%', []],
  ])('%s', async (term, expected) => {
    expect(await names(`q=${encodeURIComponent(term)}`)).toEqual(expected)
  })

  it('finds tags after the index has been built again', async () => {
    const answer = await backend.get(`/icon/${packs.tagged}`)
    const fileId = projectSchema.parse(answer.data).file?.file_id ?? ''
    await backend.db.execute(sql`UPDATE file_icons SET terms = '' WHERE file_id = ${fileId}`)
    expect(await names('q=breakfast')).toEqual([])
    await backend.db.transaction((tx) => updateIconTerms(tx, fileId))
    expect(await names('q=breakfast')).toEqual(['Tagged/sun', 'Tagged/moon'])
  })

  it('names the licence of the pack, which decides whether its icons may be built into a strip', async () => {
    const licenseOf = async () => {
      const { items } = await search('q=toast')
      return items.map(({ project }) => project.license)
    }
    await backend.db.execute(sql`UPDATE projects SET license = NULL WHERE id = ${packs.tagged}`)
    expect(await licenseOf()).toEqual([null])
    await backend.db.execute(
      sql`UPDATE projects SET license = 'CC-BY-ND-4.0' WHERE id = ${packs.tagged}`,
    )
    expect(await licenseOf()).toEqual(['CC-BY-ND-4.0'])
  })

  it('counts icons and pages through each of them once', async () => {
    const all = await names('q=cloud')
    for (const limit of [1, 2, 3]) {
      const walked: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page = await search(`q=cloud&limit=${limit}${after && `&after=${after}`}`)
        expect(page).toMatchObject({ total: 4, total_is_estimate: false })
        walked.push(...page.items.map(({ name, project }) => `${project.title}/${name}`))
        after = page.next
      }
      expect(walked).toEqual(all)
    }
  })

  it('serves icons as images that cannot run scripts', async () => {
    const [first] = (await search('q=cloud')).items
    const response = await backend.app.request(first?.url ?? '')
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(response.headers.get('cache-control')).toMatch(/immutable/)
  })

  it.each(['nothing.svg', 'cloud', 'cloud.png', 'CLOUD.svg', '%2e%2e%2fmanifest.json', 'a%00.svg'])(
    'is 404 for %s',
    async (name) => {
      const { items } = await search('q=cloud')
      const folder = items[0]?.url.replace(/[^/]+$/, '') ?? ''
      expect((await headOnly(backend.app.request(`${folder}${name}`))).status).toBe(404)
    },
  )
})

describe('the icons in a pack', () => {
  it('are in the order of the archive', async () => {
    const { data } = await backend.get(`/icon/${packs.popular}/icons`)
    const { items } = packIconsSchema.parse(data)
    expect(items.map(({ name }) => name)).toEqual(['cloud-rain', 'cloud', 'home-2', 'sun'])
  })

  it('are empty if the file is not an archive', async () => {
    expect(await backend.get(`/icon/${packs.broken}/icons`)).toMatchObject({
      status: 200,
      data: { items: [] },
    })
  })

  it('are 404 for other kinds and unknown projects', async () => {
    const plugin = await backend.add({ kind: 'plugin', category: 'audio' })
    for (const id of [plugin, 'nothing', '%00', 'x'.repeat(65)]) {
      expect(await backend.get(`/icon/${id}/icons`)).toMatchObject({ status: 404, data: null })
    }
  })
})
