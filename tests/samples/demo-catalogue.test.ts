import { describe, expect, it } from 'vitest'
import { PALETTES } from '#covers/palette.ts'
import { authorOf } from '#demo/authors.ts'
import { figures } from '#demo/figures.ts'
import { history } from '#demo/history.ts'
import { iconSet } from '#demo/icon-set.ts'
import { DEMO_PROJECTS } from '#demo/projects.ts'
import { demoRecipes } from '#demo/recipes.ts'
import { selectIcons } from '#demo/select-icons.ts'
import { layOut } from '#demo/strip.ts'
import { DEVICE } from '#lib/contract/file/container.ts'
import { usernameSchema } from '#lib/contract/account.ts'
import { isCategoryOf } from '#lib/contract/kind.ts'
import { SITE_LANGUAGES } from '#lib/contract/locale.ts'
import { nameProblem } from '#lib/contract/name/name.ts'

const NOW = new Date('2027-06-03T09:30:00Z')
const { icon: packs, plugin: plugins, profile: profiles, flexpage: flexpages } = DEMO_PROJECTS
const facts = Object.values(DEMO_PROJECTS).flatMap((all) => Object.values(all))
const slugs = Object.values(DEMO_PROJECTS).flatMap((all) => Object.keys(all))

describe('the demo catalogue', () => {
  it('has at least 40 icon packs, 12 plugins, 20 profiles and 20 pages', () => {
    expect(Object.keys(packs).length).toBeGreaterThanOrEqual(40)
    expect(Object.keys(plugins)).toHaveLength(12)
    expect(Object.keys(profiles)).toHaveLength(20)
    expect(Object.keys(flexpages)).toHaveLength(20)
  })

  it('gives every project a unique slug and title', () => {
    const titles = demoRecipes(NOW).map(({ title }) => title)
    expect(titles).toHaveLength(slugs.length)
    expect(new Set(titles).size).toBe(titles.length)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  it.each(SITE_LANGUAGES)('has at least a dozen projects in %s', (language) => {
    expect(facts.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(12)
  })

  it.each(['icon', 'plugin', 'profile', 'flexpage'] as const)(
    'puts every %s into a category of that kind',
    (kind) => {
      const strange = Object.entries(DEMO_PROJECTS[kind]).filter(
        ([, one]) => !isCategoryOf(kind, one.category),
      )
      expect(strange).toEqual([])
    },
  )

  it('gives every author a user name that an account can have, of their own', () => {
    const shown = new Set(facts.map(({ author }) => author))
    const names = [...shown].map((name) => authorOf(name))
    for (const { author, display_name = author } of names) {
      expect(usernameSchema.parse(author)).toBe(author)
      expect(nameProblem(display_name)).toBeNull()
    }
    expect(new Set(names.map(({ author }) => author.toLowerCase())).size).toBe(shown.size)
  })

  it('has several authors', () => {
    expect(new Set(facts.map(({ author }) => author)).size).toBeGreaterThanOrEqual(15)
  })

  it.each(Object.entries(packs))('finds the icons of %s in the installed set', async (_, pack) => {
    const { icons } = selectIcons(await iconSet(pack.set), pack)
    expect(icons.length).toBeGreaterThanOrEqual(24)
    expect(icons.length).toBeLessThanOrEqual(150)
    expect(new Set(icons.map(({ name }) => name)).size).toBe(icons.length)
  })

  it.each(Object.entries({ ...profiles, ...flexpages }))(
    'fills the strip with the keys of %s to the last pixel',
    async (_, strip) => {
      const pages = layOut(strip, await iconSet(strip.set), PALETTES[strip.palette])
      for (const { keys } of pages) {
        const last = keys.at(-1)
        expect(keys[0]?.x).toBe(0)
        expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(DEVICE.width)
      }
    },
  )

  it('marks every plugin without a repository as a sample in the first line', () => {
    const samples = Object.values(plugins).filter(({ repository }) => !repository)
    expect(samples.length).toBeGreaterThan(0)
    for (const { body } of samples)
      expect(body.split('\n')[0]).toMatch(/^\*\*.*(sample|Beispiel|exemple|見本)/i)
  })
})

describe('figures', () => {
  it('are the same at the same time', () => {
    expect(figures('night-bus', 'icon', { now: NOW })).toEqual(
      figures('night-bus', 'icon', { now: NOW }),
    )
  })

  it('lie within the eighteen months before the catalogue is filled, with updates after creation', () => {
    for (const slug of slugs) {
      const { created_at, updated_at } = figures(slug, 'strip', { now: NOW })
      expect(created_at >= '2025-12-01').toBe(true)
      expect(updated_at >= created_at).toBe(true)
      expect(updated_at <= NOW.toISOString()).toBe(true)
    }
  })

  it('range from no download to thousands, and most projects have few', () => {
    const downloads = slugs
      .map((slug) => figures(slug, 'icon', { now: NOW }).downloads)
      .toSorted((a, b) => b - a)
    expect(downloads.at(-1)).toBe(0)
    expect(downloads[0]).toBeGreaterThan(3000)
    expect(downloads[0]).toBeLessThan(10_000)
    const sum = (some: number[]) => some.reduce((total, count) => total + count, 0)
    expect(sum(downloads.slice(0, 12))).toBeGreaterThan(sum(downloads) / 2)
  })

  it('count neither downloads nor installations of what has no file', () => {
    expect(figures('night-bus', 'icon', { now: NOW, hasFile: false })).toMatchObject({
      downloads: 0,
      installs: 0,
    })
  })
})

describe('the history of a project', () => {
  const strip = { slug: 'night-bus', language: 'en', part: 'icon', names: 'a b c d e f g h i j k l'.split(' ') } as const // prettier-ignore
  const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-09-01T00:00:00.000Z' }
  const packed: [string, number][] = []
  const pack = async (version: string, count: number) => {
    packed.push([version, count])
    return { name: 'a.iconpack', bytes: Buffer.from(version) }
  }
  /** A project whose seed gives it a history. */
  async function historyOf(version: string) {
    for (let at = 0; ; at += 1) {
      packed.length = 0
      const made = await history({ ...strip, ...dates, slug: `s${at}`, version }, pack)
      if (made.earlier || at > 50) return made
    }
  }

  it('has lower versions whose files have fewer parts, and notes that name what was added', async () => {
    const { notes, earlier } = await historyOf('1.2.3')
    expect(earlier?.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0'])
    expect(packed).toEqual([
      ['1.2.0', 10],
      ['1.1.0', 8],
    ])
    expect(notes).toBe('New: k, l. 12 icons in all.')
    expect(earlier?.map((one) => one.notes)).toEqual([
      'New: i, j. 10 icons in all.',
      'First version, with 8 icons.',
    ])
    const times = [dates.updated_at, ...(earlier ?? []).map((one) => one.created_at)]
    expect(times).toEqual(times.toSorted().toReversed())
    expect(times.at(-1)).toBe(dates.created_at)
  })

  it('is empty of a first version, and of a project that is some days old', async () => {
    expect((await historyOf('1.0.0')).earlier).toBeUndefined()
    const young = { ...dates, updated_at: '2026-01-05T00:00:00.000Z' }
    for (let at = 0; at < 20; at += 1) {
      const project = { ...strip, ...young, slug: `s${at}`, version: '2.3.0' }
      expect(await history(project, pack)).toEqual({})
    }
  })
})
