import { expect, it } from 'vitest'
import { iconMatcher } from '#components/project/icon-matches.ts'

it('finds icons by parts of their names, in any letter case, with spaces for hyphens', () => {
  expect(['sun', 'sun-low', 'moon'].filter((name) => iconMatcher(' SUN '))).toEqual([
    'sun',
    'sun-low',
  ])
  expect(iconMatcher('arrow  left')('long-arrow-left')).toBe(true)
  expect(iconMatcher('arrow left')('left-arrow')).toBe(false)
})

it('finds every icon while nothing is typed', () => {
  expect(iconMatcher('  ')('sun')).toBe(true)
})
