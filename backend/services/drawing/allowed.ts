const SHAPES = 'path rect circle ellipse line polyline polygon text tspan textPath'
const STRUCTURE = 'svg g defs symbol use switch marker title desc'
const PAINT = 'linearGradient radialGradient stop pattern clipPath mask filter'
/** Excludes `feImage`, which loads a resource, and primitives whose cost grows with their attributes. */
const PRIMITIVES =
  'feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset'
const ELEMENTS = new Set(`${SHAPES} ${STRUCTURE} ${PAINT} ${PRIMITIVES}`.split(' '))

/** Excludes scripts, styles, links, foreign markup, bitmaps and animations. */
export const isAllowedElement = (name: string) => ELEMENTS.has(name)

export const TEXT_ELEMENTS = new Set(['text', 'tspan', 'textPath', 'title', 'desc'])
/** Attributes that may be long: lists of numbers, parsed in linear time. */
export const GEOMETRY = new Set(['d', 'points', 'transform', 'gradientTransform', 'values'])

/** Presentation attributes: properties that are also attributes (SVG 2, section 6.6). */
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
/** Properties that are only valid in a `style` attribute. */
const STYLE_ONLY = new Set(
  'font isolation marker mix-blend-mode transform transform-box transform-origin'.split(' '),
)
export const isPresentation = (property: string) => PRESENTATION.has(property)
export const isProperty = (property: string) =>
  PRESENTATION.has(property) || STYLE_ONLY.has(property)

/** Functions for colours and transformations. None of them loads a resource or applies a filter. */
const FUNCTIONS = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color matrix translate translatex translatey scale
  scalex scaley rotate skew skewx skewy`.split(/\s+/),
)
const LOCAL_URL = /url\(\s*["']?#[\w:.-]+["']?\s*\)/gi
const NAME_MAX = 40

/** A value whose references to elements of the drawing begin with `prefix`. */
export const prefixReferences = (value: string, prefix: string) =>
  value.includes('#') ? value.replaceAll(LOCAL_URL, (url) => url.replace('#', `#${prefix}`)) : value

/** Whether a value calls only allowed functions and refers only to elements of the drawing. */
export function isSafeValue(value: string): boolean {
  const inner = value.replaceAll(LOCAL_URL, '')
  if (/@import|javascript:|[\\&{}]/i.test(inner)) return false
  for (let open = inner.indexOf('('); open >= 0; open = inner.indexOf('(', open + 1)) {
    // In a bounded slice: matched against the whole value, the pattern would be quadratic.
    const name = /([\w-]+)\s*$/.exec(inner.slice(Math.max(0, open - NAME_MAX), open))?.[1]
    if (name !== undefined && !FUNCTIONS.has(name.toLowerCase())) return false
  }
  return true
}

const ATTRIBUTE = /^[a-zA-Z][\w-]{0,60}$/
const DROPPED = /^(?:on|data-|xmlns)/i
/** Resolved elsewhere (`style`, `class`) or without effect in an image. */
const REMOVED = new Set([
  'style',
  'class',
  'filterRes',
  'kernelUnitLength',
  'version',
  'baseProfile',
])

/** Whether an attribute is kept; `href` may only refer to elements of the drawing. */
export function isSafeAttribute(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w:.-]+$/.test(value.trim())
  if (name === 'id') return /^[\w:.-]+$/.test(value)
  if (name === 'xml:space') return value === 'preserve' || value === 'default'
  if (!ATTRIBUTE.test(name) || DROPPED.test(name) || REMOVED.has(name)) return false
  return isSafeValue(value)
}
