import { describe, expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { buildProject } from '#tests/support/builders.ts'
import { rankFeatured } from '#lib/catalogue/home.ts'

const build = (id: string, overrides: Partial<Project>) =>
  buildProject({ id, summary: 'What it is for.', ...overrides })
const taken = { views: 10_000, downloads: 2500, installs: 1000 }
const seen = { views: 30_000, downloads: 3000, installs: 1500 }

const idsOf = (popular: Project[], lang = 'en') => rankFeatured(popular, lang).map(({ id }) => id)

describe('the featured project of a kind', () => {
  it('is the one that most of its viewers take along, not the most viewed one', () => {
    expect(idsOf([build('seen', seen), build('taken', taken)])).toEqual(['taken', 'seen'])
  })

  it('is not one with few downloads, however large their share of its views is', () => {
    const few = { views: 400, downloads: 169, installs: 90 }
    const popular = [build('seen', seen), build('few', few), build('taken', taken)]
    expect(idsOf(popular)[0]).toBe('taken')
  })

  it('is in the language of the page, if there is one, whatever its region or script, else in English', () => {
    const popular = [
      build('german', { language: 'de', ...taken }),
      build('english', { language: 'en', ...seen }),
      build('chinese', { language: 'zh-Hans', ...seen }),
    ]
    expect(idsOf(popular, 'zh-CN')[0]).toBe('chinese')
    expect(idsOf(popular, 'fr')[0]).toBe('english')
  })

  it('has a title that fits one line of a card, if there is one in the language', () => {
    const long = { title: 'Every shortcut of a program for photographs', ...taken }
    const popular = [build('long', long), build('short', { title: 'Shortcuts', ...seen })]
    expect(idsOf(popular)).toEqual(['short', 'long'])
    const wide = {
      title: '写真編集ソフトのすべてのショートカット',
      language: 'ja',
      ...taken,
    } as const
    expect(idsOf([build('wide', wide), build('short', { language: 'ja', ...seen })], 'ja')[0]).toBe(
      'short',
    )
    expect(
      idsOf([build('wide', wide), build('english', { language: 'en', ...seen })], 'ja')[0],
    ).toBe('wide')
  })

  it('is no sample, and has a summary', () => {
    const popular = [
      build('sample', { sample: true, ...taken }),
      build('silent', { summary: '', ...taken }),
    ]
    expect(idsOf(popular)).toEqual([])
    expect(idsOf([...popular, build('seen', seen)])).toEqual(['seen'])
  })

  it('is none without a download, even if it is the only one in the language', () => {
    const untouched = build('untouched', { language: 'ja', views: 50 })
    expect(idsOf([build('seen', { language: 'en', ...seen }), untouched], 'ja')).toEqual(['seen'])
  })

  it('is found among projects without a view', () => {
    expect(idsOf([build('one', {}), build('two', {})])).toEqual(['one', 'two'])
  })
})
