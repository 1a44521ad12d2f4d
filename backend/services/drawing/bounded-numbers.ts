import type { SvgElement } from './parse.ts'

/*
 * Limits on numbers that make a small drawing expensive to render. An attribute beyond its limit is
 * removed.
 */

/** Sides of the root and of filter regions, in pixels; and of filter regions, in per cent. */
const LENGTH_MAX = 10_000
const PERCENT_MAX = 1_000
/** Radius of blur and morphology, in user units. */
const RADIUS_MAX = 100
/** Minimum length of a dash array, in user units: a shorter one draws too many dashes. */
const DASH_MIN = 0.05

export function boundNumbers(root: SvgElement): void {
  boundRoot(root)
  visit(root)
}

/** Removes an excessive size; the view box keeps the aspect ratio. */
function boundRoot({ attributes }: SvgElement) {
  const sides = ['width', 'height'].map((name) => attributes.get(name))
  if (sides.every((side) => side === undefined || isWithinLimit(side))) return
  const [width = 0, height = 0] = sides.map((side) => Number.parseFloat(side ?? ''))
  const isValid = Number.isFinite(width) && Number.isFinite(height) && width > 0 && height > 0
  if (!attributes.has('viewBox') && isValid) attributes.set('viewBox', `0 0 ${width} ${height}`)
  attributes.delete('width')
  attributes.delete('height')
}

function visit({ name, attributes, children }: SvgElement) {
  const dashes = attributes.get('stroke-dasharray')
  if (dashes !== undefined && isTiny(dashes)) attributes.delete('stroke-dasharray')
  if (name === 'filter' || name.startsWith('fe')) {
    for (const region of ['x', 'y', 'width', 'height']) {
      if (!isWithinLimit(attributes.get(region) ?? '0')) attributes.delete(region)
    }
    for (const radius of ['radius', 'stdDeviation']) {
      const numbers = parseNumbers(attributes.get(radius) ?? '0')
      if (numbers.some((number) => !(number <= RADIUS_MAX))) attributes.delete(radius)
    }
  }
  for (const child of children) if (typeof child !== 'string') visit(child)
}

function isWithinLimit(text: string): boolean {
  const number = Math.abs(Number.parseFloat(text))
  if (Number.isNaN(number)) return true
  return number <= (text.trim().endsWith('%') ? PERCENT_MAX : LENGTH_MAX)
}

function isTiny(dashes: string): boolean {
  const numbers = parseNumbers(dashes)
  const sum = numbers.reduce((total, number) => total + number, 0)
  return sum > 0 && sum < DASH_MIN
}

const parseNumbers = (text: string) =>
  text.split(/[\s,]+/).flatMap((part) => {
    const number = Number.parseFloat(part)
    return Number.isNaN(number) ? [] : [number]
  })
