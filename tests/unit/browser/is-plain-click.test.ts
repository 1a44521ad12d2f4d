import { expect, it } from 'vitest'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'

const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

it('a click without modifier keys is plain', () => {
  expect(isPlainClick(plain)).toBe(true)
})

it.each([
  { button: 1 },
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
])('a click with %j is left to the browser', (change) => {
  expect(isPlainClick({ ...plain, ...change })).toBe(false)
})
