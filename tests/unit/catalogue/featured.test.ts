import { describe, expect, it } from 'vitest'
import { chooseFeatured } from '#lib/catalogue/featured.ts'
import { buildProject } from '#tests/support/builders.ts'

const taken = { views: 1000, downloads: 400, installs: 300 }
const seen = { views: 5000, downloads: 500, installs: 100 }

describe('the featured project of a kind', () => {
  it('is the one that most of its viewers take along, not the most viewed one', () => {
    const popular = [buildProject({ id: 'seen', ...seen }), buildProject({ id: 'taken', ...taken })]
    expect(chooseFeatured(popular, 'en')?.id).toBe('taken')
  })

  it('is not one with a handful of views that were all downloads', () => {
    const few = { views: 2, downloads: 2, installs: 2 }
    const popular = [buildProject({ id: 'few', ...few }), buildProject({ id: 'taken', ...taken })]
    expect(chooseFeatured(popular, 'en')?.id).toBe('taken')
  })

  it('is in the language of the page, if there is one, whatever its region or script', () => {
    const popular = [
      buildProject({ id: 'english', language: 'en', ...taken }),
      buildProject({ id: 'chinese', language: 'zh-Hans', ...seen }),
    ]
    expect(chooseFeatured(popular, 'zh-CN')?.id).toBe('chinese')
    expect(chooseFeatured(popular, 'fr')?.id).toBe('english')
  })

  it('is no sample', () => {
    const sample = buildProject({ id: 'sample', sample: true, ...taken })
    expect(chooseFeatured([sample], 'en')).toBeUndefined()
    expect(chooseFeatured([sample, buildProject({ id: 'seen', ...seen })], 'en')?.id).toBe('seen')
  })
})
