import { describe, expect, it } from 'vitest'
import { CATEGORIES, KINDS } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import {
  breadcrumbs,
  faqPage,
  graph,
  itemList,
  profilePage,
  projectSchemaOrg,
  webSite,
} from '#lib/seo/json-ld.ts'
import { buildProject } from '#tests/support/builders.ts'

const SITE = 'http://localhost:3000'
const WORDING = {
  description: 'A description.',
  category: 'Smart home',
  systems: ['macOS', 'Linux'],
}
const of = (overrides: Partial<Project>) => projectSchemaOrg('en', buildProject(overrides), WORDING)

const plugin = (owner_verified: boolean | null) =>
  of({
    kind: 'plugin',
    category: 'other',
    owner: 'octo-ada',
    repository_url: 'https://github.com/octo-ada/plums',
    owner_verified,
    author: { uid: 'eve', name: 'evening' },
  })

it('the author of a plugin is the repository’s owner until its publisher has verified ownership', () => {
  expect(plugin(false)).toMatchObject({
    author: { name: 'octo-ada', url: 'https://github.com/octo-ada' },
    publisher: { name: 'evening' },
  })
})

it('no author is named for a plugin whose repository is another one', () => {
  const lost = { kind: 'plugin', category: 'other', owner: null, repository_url: null } as const
  const described = of({ ...lost, owner_verified: false, repository_status: 'replaced' })
  expect(described).not.toHaveProperty('author')
  expect(described).not.toHaveProperty('sameAs')
  expect(described).toHaveProperty('publisher')
})

it('a verified publisher is author and maintainer', () => {
  expect(plugin(true)).toMatchObject({
    author: { name: 'evening' },
    maintainer: { name: 'evening' },
  })
})

it('without ownership data, the publisher is the author', () => {
  expect(plugin(null)).toMatchObject({ author: { name: 'evening' } })
  expect(plugin(null)).not.toHaveProperty('publisher')
})

describe('a project', () => {
  const file = {
    name: 'a.iconpack',
    size: 1_572_864,
    sha256: 'a'.repeat(64),
    url: '/api/v1/file/f/a.iconpack',
  }

  it('that is a plugin is software with a category as Google names it, and readable values', () => {
    expect(of({ kind: 'plugin', category: 'smart_home', file })).toMatchObject({
      '@type': 'SoftwareApplication',
      applicationCategory: 'HomeApplication',
      applicationSubCategory: 'Smart home',
      operatingSystem: 'macOS, Linux',
      softwareRequirements: 'Designer 1.0.0',
      fileSize: '1.5 MB',
      offers: { '@type': 'Offer', price: 0 },
    })
    for (const category of CATEGORIES.plugin) {
      expect(of({ kind: 'plugin', category })).toMatchObject({
        applicationCategory: expect.stringMatching(/Application$/),
      })
    }
  })

  it('of another kind is a creative work with its file', () => {
    expect(of({ kind: 'icon', file })).toMatchObject({
      '@type': 'CreativeWork',
      genre: 'Smart home',
      encoding: { contentUrl: `${SITE}${file.url}`, contentSize: '1.5 MB' },
    })
  })

  it('has its licence as an address, and its language if that is known', () => {
    const known = of({ license: 'CC-BY-4.0', language: 'ja' })
    expect(known).toMatchObject({
      license: 'https://spdx.org/licenses/CC-BY-4.0.html',
      inLanguage: 'ja',
    })
    const unknown = of({ license: 'LicenseRef-own', language: 'und' })
    expect(unknown).not.toHaveProperty('license')
    expect(unknown).not.toHaveProperty('inLanguage')
  })

  it.each(KINDS)('of kind %s has no rating and no review', (kind) => {
    const json = JSON.stringify(of({ kind, category: 'other', file }))
    expect(json).toContain('userInteractionCount')
    expect(json).not.toMatch(/"\w*Rating"|"review/)
  })
})

const ADA = { name: 'Ada', about: 'Draws.', links: ['https://ada.example/'] }

it('an author has a profile page with what they say of themselves, and the number of their projects', () => {
  const projects = ['2026-03-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'].map((updated_at) =>
    buildProject({ updated_at }),
  )
  expect(profilePage('zh-cn', { ...ADA, projects, count: 12 })).toMatchObject({
    '@type': 'ProfilePage',
    inLanguage: 'zh-CN',
    dateModified: '2026-03-01T00:00:00.000Z',
    mainEntity: {
      '@type': 'Person',
      name: 'Ada',
      description: 'Draws.',
      sameAs: ['https://ada.example/'],
      url: `${SITE}/zh-cn/home/author/Ada`,
      agentInteractionStatistic: { userInteractionCount: 12 },
    },
  })
})

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The objects of a graph with their types, however deep. */
function objectsOf(value: Json): Record<string, Json>[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf)
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsOf)]
}

describe('the graph of a page', () => {
  const trail = [
    { name: 'Home', path: '/home/index' },
    { name: 'Ada', path: '/home/author/Ada' },
  ] as const
  const project = buildProject({ kind: 'plugin', category: 'audio', license: 'MIT' })
  const graphs: [string, Json][] = [
    graph(webSite('fr')),
    graph(faqPage('fr', [{ question: 'Why?', answer: 'Because.' }]), breadcrumbs('fr', [...trail])),
    graph(breadcrumbs('fr', [...trail]), itemList('fr', [project])),
    graph(profilePage('fr', { ...ADA, projects: [project], count: 1 })),
    ...KINDS.map((kind) =>
      graph(projectSchemaOrg('fr', buildProject({ kind, category: 'other' }), WORDING)),
    ),
  ].map((one, at) => [`graph ${at}`, JSON.parse(JSON.stringify(one))])

  it.each(graphs)('%s has types, absolute addresses, and no empty value', (_, one) => {
    expect(one).toMatchObject({ '@context': 'https://schema.org' })
    const nodes = objectsOf(one).filter((node) => !('@graph' in node))
    expect(nodes.length).toBeGreaterThan(0)
    for (const node of nodes) {
      expect(node).toHaveProperty('@type')
      for (const [name, value] of Object.entries(node)) {
        expect([name, value], name).not.toContain('')
        const isAddress = /^(?:@id|url|item|image|license|sameAs|contentUrl|downloadUrl)$/.test(
          name,
        )
        if (!isAddress) continue
        for (const address of [value].flat()) expect(address, name).toMatch(/^https?:\/\//)
      }
    }
  })

  it('names an author alike on the author’s page and on a project', () => {
    const [profile] = objectsOf(
      JSON.parse(JSON.stringify(profilePage('fr', { ...ADA, projects: [], count: 0 }))),
    )
    const person = objectsOf(profile?.['mainEntity'] ?? null)[0]
    expect(of({ author: { uid: 'u', name: 'Ada' } })).toMatchObject({
      author: { '@id': person?.['@id'] },
    })
  })
})
