import type { SvgElement } from './tree.ts'

/*
 * Limits on numbers that make a small drawing expensive to render. An attribute beyond its limit is
 * removed, which is marked.
 */

/** Sides of the root and of filter regions, in pixels; and of filter regions, in per cent. */
const LENGTH_MAX = 10_000
const PERCENT_MAX = 1_000
/** Radius of blur and morphology, in user units. */
const RADIUS_MAX = 100
/** Octaves of noise, and side of a matrix. */
const OCTAVES_MAX = 10
const ORDER_MAX = 7
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

function visit({ name, attributes, children, losses }: SvgElement) {
  const dashes = attributes.get('stroke-dasharray')
  if (dashes !== undefined && isTiny(dashes)) {
    attributes.delete('stroke-dasharray')
    losses.push('expensive')
  }
  const filter = attributes.get('filter')
  if (filter !== undefined && lengthsIn(filter).some((length) => length > RADIUS_MAX)) {
    attributes.delete('filter')
    losses.push('filter')
  }
  if (name === 'filter' || name.startsWith('fe')) {
    const isOver = (attribute: string) => isExpensive(attribute, attributes.get(attribute) ?? '0')
    for (const attribute of FILTER_ATTRIBUTES.filter(isOver)) {
      attributes.delete(attribute)
      losses.push('filter')
    }
  }
  for (const child of children) if (typeof child !== 'string') visit(child)
}

const REGION = ['x', 'y', 'width', 'height']
const MAXIMA = new Map([
  ['radius', RADIUS_MAX],
  ['stdDeviation', RADIUS_MAX],
  ['numOctaves', OCTAVES_MAX],
  ['order', ORDER_MAX],
])
const FILTER_ATTRIBUTES = [...REGION, ...MAXIMA.keys()]

function isExpensive(attribute: string, value: string): boolean {
  const max = MAXIMA.get(attribute)
  if (max === undefined) return !isWithinLimit(value)
  return parseNumbers(value).some((number) => !(number <= max))
}

/** Lengths in functions such as `blur(3px)`. */
const lengthsIn = (filter: string) =>
  [...filter.matchAll(/([\d.]+(?:e\d+)?)(?:px|r?em|[cm]m|in|p[tc]|v[hw]|q|ex|ch)/gi)].map(
    ([, number]) => Number(number),
  )

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
