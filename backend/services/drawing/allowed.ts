const SHAPES = 'path rect circle ellipse line polyline polygon text tspan textPath'
const STRUCTURE = 'svg g defs symbol use switch marker title desc'
const PAINT = 'linearGradient radialGradient stop pattern clipPath mask filter'
/** Without `feImage`, which loads, and without those whose cost their attributes multiply. */
const PRIMITIVES =
  'feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset'
const ELEMENTS = new Set(`${SHAPES} ${STRUCTURE} ${PAINT} ${PRIMITIVES}`.split(' '))

/** What draws. Scripts, styles, links, foreign markup, bitmaps and animations are not among it. */
export const isDrawing = (name: string) => ELEMENTS.has(name)

export const TEXT_ELEMENTS = new Set(['text', 'tspan', 'textPath', 'title', 'desc'])
/** Attributes that may be long: numbers, each of which is read once. */
export const GEOMETRY = new Set(['d', 'points', 'transform', 'gradientTransform', 'values'])

/** SVG 2, section 6.6: properties that may stand as attributes with the same meaning. */
const PRESENTATION = new Set(
  `alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
  color-interpolation-filters cursor direction display dominant-baseline fill fill-opacity fill-rule
  filter flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style
  font-variant font-weight image-rendering letter-spacing lighting-color marker-end marker-mid
  marker-start mask mask-type opacity overflow paint-order pointer-events shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering
  unicode-bidi vector-effect visibility word-spacing writing-mode`.split(/\s+/),
)
/** Properties that keep their place in a `style` attribute. */
const STYLE_ONLY = new Set(
  'font isolation marker mix-blend-mode transform transform-box transform-origin'.split(' '),
)
export const isPresentation = (property: string) => PRESENTATION.has(property)
export const isProperty = (property: string) =>
  PRESENTATION.has(property) || STYLE_ONLY.has(property)

/** Colours, transformations and references; no function loads, and none draws a filter by itself. */
const FUNCTIONS = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color matrix translate translatex translatey scale
  scalex scaley rotate skew skewx skewy`.split(/\s+/),
)
const LOCAL_URL = /url\(\s*["']?#[\w:.-]+["']?\s*\)/gi
const NAME_MAX = 40

/** Whether a value only describes: functions of the list, references within the drawing. */
export function isSafeValue(value: string): boolean {
  const inner = value.replaceAll(LOCAL_URL, '')
  if (/@import|javascript:|[\\&{}]/i.test(inner)) return false
  for (let at = inner.indexOf('('); at >= 0; at = inner.indexOf('(', at + 1)) {
    // Looked at backwards in a bounded piece: a pattern over the whole value could be quadratic.
    const name = /([\w-]+)\s*$/.exec(inner.slice(Math.max(0, at - NAME_MAX), at))?.[1]
    if (name !== undefined && !FUNCTIONS.has(name.toLowerCase())) return false
  }
  return true
}

const ATTRIBUTE = /^[a-zA-Z][\w-]{0,60}$/
const DROPPED = /^(?:on|data-|xmlns)/i
/** Replaced by what they set, resolved elsewhere, or without a use in a picture. */
const HANDLED = new Set([
  'style',
  'class',
  'filterRes',
  'kernelUnitLength',
  'version',
  'baseProfile',
])

/** Whether an attribute may stay; `href` takes references within the drawing alone. */
export function isSafeAttribute(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w:.-]+$/.test(value.trim())
  if (name === 'id') return /^[\w:.-]+$/.test(value)
  if (name === 'xml:space') return value === 'preserve' || value === 'default'
  if (!ATTRIBUTE.test(name) || DROPPED.test(name) || HANDLED.has(name)) return false
  return isSafeValue(value)
}
