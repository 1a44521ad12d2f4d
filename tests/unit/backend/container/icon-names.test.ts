import { describe, expect, it } from 'vitest'
import { nameIcons } from '#backend/services/container/icon-names.ts'

const named = (...paths: string[]) => [...nameIcons(paths).values()]

describe('the name of an icon', () => {
  it.each([
    ['icons/sun.svg', 'sun'],
    ['AlarmClock.svg', 'alarm-clock'],
    ['iOS Device (2).svg', 'ios-device-2'],
    ['1F600.svg', '1f600'],
    ['Größe & Straße.svg', 'grosse-strasse'],
    ['日本.svg', 'u65e5-u672c'],
    ['😀.svg', 'u1f600'],
    ['👩🏽‍🚀 Go!.svg', 'u1f469-u1f3fd-u1f680-go'],
    ['🇩🇪.svg', 'u1f1e9-u1f1ea'],
    ['❤️.svg', 'u2764'],
    ['1️⃣.svg', '1'],
    ['.svg', 'icon'],
    ['con.svg', 'con-icon'],
    ['icons/AUX.svg', 'aux-icon'],
    ['lpt¹.svg', 'lpt1-icon'],
    ['conin$.svg', 'conin'],
    ['console.svg', 'console'],
    ['---.svg', 'icon'],
    [`${'x'.repeat(300)}.svg`, 'x'.repeat(100)],
  ])('of %s is %s', (path, name) => {
    expect(named(path)).toEqual([name])
  })

  it('contains the folders that distinguish icons of the same name, otherwise a number', () => {
    expect(named('a/4x3/at.svg', 'a/1x1/at.svg', 'a/1x1/xx.svg').toSorted()).toEqual([
      '1x1-at',
      '4x3-at',
      'xx',
    ])
    expect(named('A B.svg', 'a-b.svg', 'a_b.png').toSorted()).toEqual(['a-b', 'a-b-2', 'a-b-3'])
  })

  it('is unique', () => {
    const paths = [
      'x.svg',
      'a/b/x.svg',
      'b/x.svg',
      'b-x.svg',
      'a-b-x.svg',
      'x-2.svg',
      '%.svg',
      '&.svg',
    ]
    expect(new Set(named(...paths)).size).toBe(paths.length)
    expect(named('con.svg', 'con-icon.svg', 'c/Con.svg')).toHaveLength(3)
    expect(new Set(named('con.svg', 'con-icon.svg', 'c/Con.svg')).size).toBe(3)
    const many = Array.from({ length: 20_000 }, (_, at) => `${'é'.repeat(120)}${at}.svg`)
    const names = named(...many)
    expect(new Set(names).size).toBe(many.length)
    expect(names.every((name) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toBe(true)
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(100)
  })
})
