import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readHome } from '#lib/catalogue/home.ts'
import type { Featured } from '#lib/contract/admin/featured.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { Project } from '#lib/contract/project.ts'
import { buildProject } from '#tests/support/builders.ts'

const featured = vi.hoisted((): Featured[] => [])
const catalogue = vi.hoisted((): Project[] => [])
/** Ids of projects that were read alone. */
const reads = vi.hoisted((): string[] => [])
vi.mock('#lib/env.ts', () => ({ env: () => ({ FEATURED: featured }) }))
vi.mock('#lib/catalogue/server.ts', () => ({
  readPopular: (kind: Kind) => Promise.resolve(catalogue.filter((one) => one.kind === kind)),
  readProject: (_: Kind, id: string) => {
    reads.push(id)
    return Promise.resolve(catalogue.find((one) => one.id === id) ?? null)
  },
  readPages: () => Promise.resolve([{ keys: ['1', '2', '3', '4', '5'] }]),
}))

const file = { name: 'a.flexbar', size: 1, sha256: '0'.repeat(64), url: '/api/v1/file/a/a.flexbar' }

/** Adds projects to the catalogue, the most popular first. */
function publish(kind: Kind, ...projects: (Partial<Project> & { id: string })[]) {
  const all = projects.map((one) => buildProject({ kind, summary: 'What for.', file, ...one }))
  catalogue.push(...all)
}
const feature = (kind: Kind, id: string, days: Partial<Featured> = {}) =>
  featured.push({ kind, id, from: null, until: null, ...days })
async function home({ strips = 4, locale = 'en' as Locale } = {}) {
  const read = await readHome(locale, strips)
  const idsOf = (projects: { id: string }[]) => projects.map(({ id }) => id)
  return {
    featured: idsOf(read.featured),
    strips: idsOf(read.strips.map(({ project }) => project)),
    rows: read.rows.flatMap(({ projects }) => idsOf(projects)),
  }
}

beforeEach(() => {
  featured.length = 0
  catalogue.length = 0
  reads.length = 0
})

describe('home', () => {
  it('shows no project twice: those that the operator features are in no strip and no row', async () => {
    publish('profile', { id: 'a' }, { id: 'b' }, { id: 'c' })
    feature('profile', 'a')
    expect(await home({ strips: 1 })).toEqual({ featured: ['a'], strips: ['b'], rows: ['c'] })
  })

  it('features projects on their days alone', async () => {
    publish('profile', { id: 'over' }, { id: 'now' }, { id: 'later' })
    const today = new Date().toISOString().slice(0, 10)
    feature('profile', 'over', { until: '2020-01-01' })
    feature('profile', 'now', { from: '2020-01-01', until: today })
    feature('profile', 'later', { from: '2999-01-01' })
    expect((await home()).featured).toEqual(['now'])
  })

  it('has strips of profiles and pages in turn, the most popular first', async () => {
    publish('icon', { id: 'featured' })
    feature('icon', 'featured')
    publish('profile', { id: 'a' }, { id: 'b' })
    publish('flexpage', { id: 'c' }, { id: 'd' })
    expect((await home({ strips: 3 })).strips).toEqual(['a', 'c', 'b'])
  })

  it('has strips with short titles, as long as there are some in the language of the page', async () => {
    const long = 'Every shortcut of a program for photographs'
    publish('profile', { id: 'featured' }, { id: 'long', title: long, language: 'en' })
    publish('profile', { id: 'short', language: 'en' }, { id: 'foreign', language: 'de' })
    feature('profile', 'featured')
    expect((await home()).strips).toEqual(['short', 'long', 'foreign'])
    expect((await home({ strips: 1 })).strips).toEqual(['short'])
  })
})

describe('the featured row of home, where the operator names no projects,', () => {
  it('has one project of each kind that has some', async () => {
    publish('icon', { id: 'a' }, { id: 'b' })
    publish('flexpage', { id: 'c' }, { id: 'd' })
    expect(await home()).toEqual({ featured: ['a', 'c'], strips: ['d'], rows: ['b'] })
  })

  it('has only what can be taken along', async () => {
    const release = { tag: 'v1', file_name: 'a.zip' }
    publish('icon', { id: 'a', file: null }, { id: 'b' })
    publish('plugin', { id: 'c', file: null }, { id: 'd', file: null, release })
    expect((await home()).featured).toEqual(['b', 'd'])
  })

  it('is in the language of the page', async () => {
    publish('icon', { id: 'english', language: 'en' }, { id: 'chinese', language: 'zh-Hans' })
    expect((await home({ locale: 'zh-cn' })).featured).toEqual(['chinese'])
  })

  it('reads the next candidate of a kind only where the one before has no file', async () => {
    publish('icon', { id: 'a', file: null }, { id: 'b' }, { id: 'c' })
    publish('plugin', { id: 'd' }, { id: 'e' })
    expect((await home()).featured).toEqual(['b', 'd'])
    expect(reads.toSorted()).toEqual(['a', 'b', 'd'])
  })
})
