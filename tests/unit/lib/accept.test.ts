import { describe, expect, it } from 'vitest'
import { acceptedEncoding, preferredLocale } from '#lib/accept.ts'

describe('the preferred language', () => {
  it.each([
    ['fr;q=0, ja', 'ja'],
    ['fr;q=0.2, de;q=0.8', 'de'],
    ['zh-TW', 'zh-cn'],
    ['ko, fr-CA;q=0.8', 'fr'],
    ['ko', undefined],
    ['da', undefined],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale)
  })
})

describe('the accepted encoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br; q=0.000', undefined],
    ['gzip, *;q=0.1', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br, gzip', 'br'],
    ['gzip ;q=0.5, br ;q=0.5', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (header, encoding) => {
    expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding)
  })
})
