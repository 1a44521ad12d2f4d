import { describe, expect, it } from 'vitest'
import { isSameOrigin } from '#lib/api/same-origin.ts'

const SITE = 'https://keys.example'

describe('a state-changing request', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: SITE }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none', origin: SITE }, false],
    [{ origin: SITE }, true],
    [{ origin: 'https://keys.example.evil.example' }, false],
    [{ origin: 'http://keys.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
  ])('with %j is the site’s own: %s', (headers, own) => {
    expect(isSameOrigin(new Headers(headers), SITE)).toBe(own)
  })
})
