import { expect, it } from 'vitest'
import { iconMatcher } from '#components/project/icon-matches.ts'

const finds = (typed: string, name: string, label?: string) => iconMatcher(typed)({ name, label })

it('finds icons by parts of their ids, in any letter case, with spaces for hyphens', () => {
  const names = ['sun', 'sun-low', 'moon']
  expect(names.filter((name) => finds(' SUN ', name))).toEqual(['sun', 'sun-low'])
  expect(finds('arrow  left', 'long-arrow-left')).toBe(true)
  expect(finds('arrow left', 'left-arrow')).toBe(false)
})

it.each([
  ['太', 'u592a-u967d', '太陽'],
  ['größe', 'grosse', 'Größe'],
  // Typed by another system: one letter, and a letter with its mark.
  ['gro\u0308\u00dfe', 'grosse', 'Gr\u00f6\u00dfe'],
  ['play  BUTTON', 'media-start', 'Play button'],
  ['שמש', 'u5e9-u5de-u5e9', 'שמש'],
  ['СОЛН', 'u441', 'Солнце'],
  ['ｶﾒﾗ', 'u30ab', 'カメラ'],
  ['media start', 'media-start', 'Play button'],
])('finds “%s” by the id %s or the label %s', (typed, name, label) => {
  expect(finds(typed, name, label)).toBe(true)
  expect(finds(typed, 'other', 'Another')).toBe(false)
})

it('finds every icon while nothing is typed', () => {
  expect(finds('  ', 'sun')).toBe(true)
})
