import { expect, it } from 'vitest'
import { placeIcons } from '#components/project/placed-icon.ts'

const icons = Array.from({ length: 130 }, (_, at) => ({ name: `i${at}`, url: `/i${at}.svg` }))

it('an icon has the cell of its place in the pack, except where the sheet has none', () => {
  const placed = placeIcons(icons, [
    { url: '/first.svg', first: 0, without: [1] },
    { url: '/second.svg', first: 120, without: [] },
  ])
  expect(placed[0]?.cell).toEqual({ url: '/first.svg', column: 0, row: 0 })
  expect(placed[1]?.cell).toBeUndefined()
  expect(placed[13]?.cell).toEqual({ url: '/first.svg', column: 1, row: 1 })
  expect(placed[129]?.cell).toEqual({ url: '/second.svg', column: 9, row: 0 })
  expect(placed).toHaveLength(icons.length)
})

it('a sheet that begins after the last icon adds none', () => {
  const placed = placeIcons(icons, [{ url: '/far.svg', first: 9_000, without: [] }])
  expect(placed).toEqual(icons)
})
