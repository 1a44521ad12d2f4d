/** Words of a list that is written over several lines. */
const words = (list: string) => list.trim().split(/\s+/)

export const SHAPES = new Set(
  words('path rect circle ellipse line polyline polygon text tspan textPath image'),
)
const STRUCTURE = words('svg g defs symbol use switch marker title desc')
const PAINT = words('linearGradient radialGradient stop pattern clipPath mask filter')
/** All primitives of Filter Effects 1; what their attributes cost is bounded (`bounded-numbers.ts`). */
const PRIMITIVES = words(`
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`)
const ELEMENTS = new Set([...SHAPES, ...STRUCTURE, ...PAINT, ...PRIMITIVES])

/** Excludes scripts, styles, links, foreign markup and animations. */
export const isAllowedElement = (name: string) => ELEMENTS.has(name)

export const TEXT_ELEMENTS = new Set(words('text tspan textPath title desc'))
/** Elements that show a picture, which may be embedded. */
export const PICTURES = new Set(['image', 'feImage'])
/** Attributes that may be long: lists of numbers, parsed in linear time. */
export const GEOMETRY = new Set(
  words('d points transform gradientTransform patternTransform values tableValues'),
)

/** Presentation attributes: properties that are also attributes (SVG 2, section 6.6). */
const PRESENTATION = new Set(
  words(`alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering direction display dominant-baseline fill fill-opacity
  fill-rule filter flood-color flood-opacity font-family font-size font-size-adjust font-stretch
  font-style font-variant font-weight image-rendering letter-spacing lighting-color marker-end
  marker-mid marker-start mask mask-type opacity overflow paint-order shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering
  transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode`),
)
/** Properties that are only valid in a `style` attribute. */
const STYLE_ONLY = new Set(
  words(`font font-feature-settings font-kerning font-optical-sizing font-synthesis
  font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures
  font-variant-numeric font-variant-position font-variation-settings isolation mix-blend-mode rotate
  scale text-shadow text-transform transform transform-box translate white-space`),
)
/** Properties of the root alone, as a box; colours only. */
const BOX = new Set(['background', 'background-color'])
/** Geometry properties (SVG 2, section 8) and the elements that they apply to; elsewhere they have no effect. */
const SIDES = words('svg rect image use')
const GEOMETRY_OF = new Map<string, readonly string[]>([
  ['cx', ['circle', 'ellipse']],
  ['cy', ['circle', 'ellipse']],
  ['r', ['circle']],
  ['rx', ['ellipse', 'rect']],
  ['ry', ['ellipse', 'rect']],
  ['x', SIDES],
  ['y', SIDES],
  ['width', SIDES],
  ['height', SIDES],
  ['d', ['path']],
])
/** Unsupported properties that change what a browser draws; all others have no effect in a drawing. */
const EFFECTIVE = new Set(
  words(`all backdrop-filter clip mask-border mask-clip mask-composite mask-mode mask-origin
  mask-position mask-repeat mask-size offset offset-path perspective zoom`),
)
/** The same for the root, which is a box. */
const EFFECTIVE_BOX =
  /^(?:background|border|outline|padding|box-shadow$)(?!.*(?:-collapse|-spacing)$)/

/** How a property of CSS is kept: as an attribute, in `style`, or not; then, what is missing. */
export type PropertyUse = 'attribute' | 'style' | 'animation' | 'css' | 'theme' | 'none'

export const isPresentation = (property: string) => PRESENTATION.has(property)

export function useOfProperty(property: string, element: string, isRoot: boolean): PropertyUse {
  if (PRESENTATION.has(property)) return 'attribute'
  if (STYLE_ONLY.has(property)) return 'style'
  const elements = GEOMETRY_OF.get(property)
  if (elements) return elements.includes(element) ? 'attribute' : 'none'
  if (property === 'animation' || property === 'animation-name') return 'animation'
  if (property === 'color-scheme') return 'theme'
  if (isRoot && BOX.has(property)) return 'style'
  return EFFECTIVE.has(property) || (isRoot && EFFECTIVE_BOX.test(property)) ? 'css' : 'none'
}

/** Old names and parts of properties; each draws like the other here. */
const ALIASES = new Map([
  ['-webkit-clip-path', 'clip-path'],
  ['-webkit-filter', 'filter'],
  ['-webkit-mask', 'mask'],
  ['-webkit-mask-image', 'mask'],
  ['-webkit-transform', 'transform'],
  ['-webkit-transform-origin', 'transform-origin'],
  ['-webkit-animation', 'animation'],
  ['mask-image', 'mask'],
])
export const propertyOf = (name: string) => ALIASES.get(name) ?? name

/** Functions of values. None of them loads a resource. */
export const FUNCTIONS = new Set(
  words(`rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
  matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez
  scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective
  inset circle ellipse polygon path rect xywh
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia`),
)

const ATTRIBUTES = new Set(
  words(`amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy
  edgeMode elevation exponent filterUnits fr fx fy gradientTransform gradientUnits height href id in
  in2 intercept k1 k2 k3 k4 kernelMatrix lang lengthAdjust limitingConeAngle markerHeight markerUnits
  markerWidth maskContentUnits maskUnits method mode numOctaves offset operator order orient
  pathLength patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ
  preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY requiredExtensions result rotate
  rx ry scale seed side slope spacing specularConstant specularExponent spreadMethod startOffset
  stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength transform
  type values viewBox width x x1 x2 xChannelSelector xml:lang xml:space y y1 y2 yChannelSelector z`),
)

/** Whether an attribute that is no property describes a drawing. */
export const isAllowedAttribute = (name: string) => ATTRIBUTES.has(name)
