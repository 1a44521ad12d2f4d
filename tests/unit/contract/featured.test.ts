import { describe, expect, it } from 'vitest'
import {
  featuredAt,
  featuredListSchema,
  FEATURED_MAX,
  featuredSchema,
  nextFeatured,
} from '#lib/contract/admin/featured.ts'

const PACK = '/home/iconpack/detail/a1'
const at = (time: string) => new Date(time)

describe('a list of featured projects', () => {
  it('is stored as paths with their days, from addresses in any language', () => {
    const typed = ` https://keys.example/de${PACK}?x=1#top  2026-12-01 2026-12-24 \n\n/home/page/detail/b_2`
    expect(featuredSchema.parse(typed)).toBe(`${PACK} 2026-12-01 2026-12-24\n/home/page/detail/b_2`)
  })

  it.each([
    ['no address', 'a1'],
    ['the page of a list', '/home/iconpack'],
    ['an unknown kind', '/home/theme/detail/a1'],
    ['a day that does not exist', `${PACK} 2026-02-30`],
    ['a third day', `${PACK} 2026-12-01 2026-12-02 2026-12-03`],
    ['an end before its start', `${PACK} 2026-12-02 2026-12-01`],
    ['nothing', ' \n'],
    [
      'too many',
      Array(FEATURED_MAX + 1)
        .fill(PACK)
        .join('\n'),
    ],
  ])('is refused with %s', (_why, typed) => {
    expect(featuredSchema.safeParse(typed).success).toBe(false)
  })

  it('has no projects where the variable is empty', () => {
    expect(featuredListSchema.parse('')).toEqual([])
  })
})

describe('a featured project', () => {
  const text = `${PACK} 2026-12-01 2026-12-24`

  it.each([
    ['2026-11-30T23:59:59.999Z', null],
    ['2026-12-01T00:00:00Z', text],
    ['2026-12-24T23:59:59.999Z', text],
    ['2026-12-25T00:00:00Z', null],
  ])('is shown from its first to the end of its last day: %s', (now, expected) => {
    expect(featuredAt(text, at(now))).toBe(expected)
  })

  it.each([
    ['2026-11-30T00:00:00Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T00:00:00Z', '2026-12-25T00:00:00.000Z'],
    ['2026-12-25T00:00:00Z', undefined],
  ])('changes the page next after %s at %s', (now, expected) => {
    expect(nextFeatured(`${text}\n/home/plugin/detail/c`, at(now))?.toISOString()).toBe(expected)
  })
})
