import { describe, expect, it } from 'vitest'
import { badgeSvg } from '#lib/seo/badge.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'
import { parseXml, parseXmls } from '#tests/support/parse-xml.ts'

const badge = (label: string, value: string) =>
  badgeSvg({ label, value, tone: 'plain', lang: 'en' })
const widthIn = (svg: string) => Number(/ width="(\d+)"/.exec(svg)?.[1])

describe('a badge', () => {
  it('has both texts, and their names for screen readers', async () => {
    const svg = badge('Version', '1.2.0')
    const xml = await parseXml(svg)
    expect(xml.texts('text')).toEqual(['Version', '1.2.0'])
    expect(xml.attributes('svg', 'aria-label')).toEqual(['Version: 1.2.0'])
  })

  it('is as wide as its texts, wide characters included, and bounded', () => {
    expect(widthIn(badge('Version', '1.2.0-beta.10'))).toBeGreaterThan(
      widthIn(badge('Version', '1.2.0')),
    )
    expect(widthIn(badge('バージョン', '1.2.0'))).toBeGreaterThan(widthIn(badge('Versi', '1.2.0')))
    expect(widthIn(badge('x'.repeat(9000), '図'.repeat(9000)))).toBeLessThan(1000)
  })

  it('has every hostile string as text alone', async () => {
    const svgs = HOSTILE_STRINGS.map(([, text]) => badge(text, text))
    const xml = await parseXmls(svgs)
    expect(xml.texts('text')).toHaveLength(2 * svgs.length)
    expect(xml.names()).toEqual(['all', ...(await parseXml(badge('a', 'b'))).names()])
    for (const svg of svgs) expect(svg).not.toMatch(/<script|<a |<style|<image|href=/)
  })
})
