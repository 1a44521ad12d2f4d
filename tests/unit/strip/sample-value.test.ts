import { describe, expect, it } from 'vitest'
import { DEMO_PROJECTS } from '#demo/projects.ts'
import { SITE_LANGUAGES } from '#lib/contract/locale.ts'
import { sampleValue } from '#lib/strip/key-face.ts'

const demo = Object.values({ ...DEMO_PROJECTS.profile, ...DEMO_PROJECTS.flexpage })
const sources = new Set(
  demo.flatMap(({ pages }) =>
    Object.values(pages).flatMap((text) =>
      [...text.matchAll(/\|=([\w.]+)/g)].map(([, one = '']) => one),
    ),
  ),
)

describe('the sample value of a display', () => {
  it('is there for every source of the demo, in every language, and short', () => {
    expect(sources.size).toBeGreaterThan(40)
    for (const source of sources)
      for (const lang of [...SITE_LANGUAGES, '']) {
        const value = sampleValue(source, lang) ?? ''
        expect(value, `${source} in ${lang}`).not.toBe('')
        expect(value.length, `${source} in ${lang}: ${value}`).toBeLessThanOrEqual(12)
      }
  })

  it('is written as in the language of the project', () => {
    expect(sampleValue('system.cpu', 'en')).toBe('23%')
    expect(sampleValue('system.cpu', 'de')).toBe('23\u00a0%')
    expect(sampleValue('clock.date', 'en')).toBe('Nov 21')
    expect(sampleValue('clock.date', 'ja')).toBe('11月21日')
  })

  it('is another hour for another place, and the same each time', () => {
    expect(sampleValue('clock.time', 'en')).toBe('14:32')
    expect(sampleValue('clock.lisbon', 'en')).toMatch(/^(?:[01]\d|2[0-3]):32$/)
    expect(sampleValue('clock.lisbon', 'en')).not.toBe(sampleValue('clock.osaka', 'en'))
    expect(sampleValue('clock.lisbon', 'en')).toBe(sampleValue('clock.lisbon', 'fr'))
  })

  it('is missing for an unknown source: nothing is invented', () => {
    expect(sampleValue('window.title', 'en')).toBeNull()
  })
})
