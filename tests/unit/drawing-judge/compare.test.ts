import { expect, test } from 'vitest'
import { compare, type Picture } from '#tests/support/drawing-judge/compare.ts'

const SIDE = 100
type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
const BLACK: Pixel = [0, 0, 0, 255]
const WHITE: Pixel = [255, 255, 255, 255]
const NOTHING: Pixel = [0, 0, 0, 0]

/** A square picture of what a function returns for each place. */
function draw(pixelAt: (x: number, y: number) => Pixel): Picture {
  const data = new Uint8Array(SIDE * SIDE * 4)
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    data.set(pixelAt(at % SIDE, Math.floor(at / SIDE)), at * 4)
  }
  return { data, width: SIDE, height: SIDE }
}
const filled = (pixel: Pixel) => draw(() => pixel)

test('pictures that differ by 32 of 255 look the same, by 33 not', () => {
  const before = filled([100, 100, 100, 255])
  expect(compare(before, filled([132, 100, 100, 255])).isVisible).toBe(false)
  expect(compare(before, filled([133, 100, 100, 255]))).toEqual({
    share: 1,
    connected: SIDE * SIDE,
    isVisible: true,
  })
})

test('black that disappears is seen on white, white on black', () => {
  expect(compare(filled(BLACK), filled(NOTHING)).isVisible).toBe(true)
  expect(compare(filled(WHITE), filled(NOTHING)).isVisible).toBe(true)
  expect(compare(filled([255, 0, 0, 0]), filled(NOTHING)).isVisible).toBe(false)
})

test('the colour of a nearly transparent pixel does not count', () => {
  expect(compare(filled([255, 0, 0, 30]), filled([0, 255, 0, 30])).isVisible).toBe(false)
  expect(compare(filled([255, 0, 0, 60]), filled([0, 255, 0, 60])).isVisible).toBe(true)
})

test('30 connected pixels may differ, 31 not', () => {
  const line = (length: number) => draw((x, y) => (y === 50 && x < length ? WHITE : BLACK))
  expect(compare(filled(BLACK), line(30))).toEqual({
    share: 0.003,
    connected: 30,
    isVisible: false,
  })
  expect(compare(filled(BLACK), line(31))).toMatchObject({ connected: 31, isVisible: true })
})

test('pixels that touch at a corner are connected, and those at opposite edges are not', () => {
  const diagonal = draw((x, y) => (x === y && x < 31 ? WHITE : BLACK))
  expect(compare(filled(BLACK), diagonal).connected).toBe(31)
  const edges = draw((x, y) => ((x === 0 || x === SIDE - 1) && y < 20 ? WHITE : BLACK))
  expect(compare(filled(BLACK), edges)).toMatchObject({ connected: 20, isVisible: false })
})

test('a hundredth of the pixels inside the bounds may differ, not of the whole picture', () => {
  const small = draw((x, y) => (x < 20 && y < 20 ? BLACK : NOTHING))
  const dotted = (dots: number) =>
    draw((x, y) => {
      if (x >= 20 || y >= 20) return NOTHING
      return y === 10 && x % 2 === 0 && x / 2 < dots ? WHITE : BLACK
    })
  expect(compare(small, dotted(4))).toEqual({ share: 0.01, connected: 1, isVisible: false })
  expect(compare(small, dotted(5)).isVisible).toBe(true)
})

test('a drawing that was empty is compared with the bounds of what is there now', () => {
  const dot = draw((x, y) => (x === 3 && y === 3 ? BLACK : NOTHING))
  expect(compare(filled(NOTHING), dot)).toEqual({ share: 1, connected: 1, isVisible: true })
})
