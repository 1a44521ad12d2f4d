import type { Drawn } from './parse.ts'

/*
 * Numbers that make a small drawing expensive to show. An attribute beyond its limit is dropped: the
 * drawing is shown without it.
 */

/** Pixels of the root and of filter regions, and per cent of the latter. */
const LENGTH_MAX = 10_000
const PERCENT_MAX = 1_000
/** Units: blur and morphology read so many neighbours. */
const RADIUS_MAX = 100
/** A dash array that is shorter draws too many dashes; in units. */
const DASH_MIN = 0.05

export function boundNumbers(root: Drawn): void {
  boundRoot(root)
  visit(root)
}

/** A picture takes its size from where it is shown; its proportions stay. */
function boundRoot({ attributes }: Drawn) {
  const sides = ['width', 'height'].map((name) => attributes.get(name))
  if (sides.every((side) => side === undefined || isLength(side))) return
  const [width = 0, height = 0] = sides.map((side) => Number.parseFloat(side ?? ''))
  const isBox = Number.isFinite(width) && Number.isFinite(height) && width > 0 && height > 0
  if (!attributes.has('viewBox') && isBox) attributes.set('viewBox', `0 0 ${width} ${height}`)
  attributes.delete('width')
  attributes.delete('height')
}

function visit({ name, attributes, children }: Drawn) {
  const dashes = attributes.get('stroke-dasharray')
  if (dashes !== undefined && isTiny(dashes)) attributes.delete('stroke-dasharray')
  if (name === 'filter' || name.startsWith('fe')) {
    for (const region of ['x', 'y', 'width', 'height']) {
      if (!isLength(attributes.get(region) ?? '0')) attributes.delete(region)
    }
    for (const radius of ['radius', 'stdDeviation']) {
      const numbers = numbersOf(attributes.get(radius) ?? '0')
      if (numbers.some((one) => !(one <= RADIUS_MAX))) attributes.delete(radius)
    }
  }
  for (const child of children) if (typeof child !== 'string') visit(child)
}

function isLength(text: string): boolean {
  const number = Math.abs(Number.parseFloat(text))
  if (Number.isNaN(number)) return true
  return number <= (text.trim().endsWith('%') ? PERCENT_MAX : LENGTH_MAX)
}

function isTiny(dashes: string): boolean {
  const numbers = numbersOf(dashes)
  const sum = numbers.reduce((all, one) => all + one, 0)
  return sum > 0 && sum < DASH_MIN
}

const numbersOf = (text: string) =>
  text.split(/[\s,]+/).flatMap((part) => {
    const number = Number.parseFloat(part)
    return Number.isNaN(number) ? [] : [number]
  })
