import { REFERENCE_DEPTH_MAX, DrawingError, WEIGHT_MAX } from './limits.ts'
import { elementsByKey, referencesIn, targetOf } from './references.ts'
import { DEFINITIONS } from './losses.ts'
import type { SvgElement } from './tree.ts'

/** This many characters of geometry weigh as much as an element. */
const GEOMETRY_PER_ELEMENT = 256
/** Weight of elements that are rendered into a bitmap of their own. */
const LAYER = 20
const PRIMITIVE = 50
/** Primitives that compute each pixel from many others, or from noise. */
const EXPENSIVE_PRIMITIVES = new Set([
  'feConvolveMatrix',
  'feDiffuseLighting',
  'feSpecularLighting',
  'feTurbulence',
])
const EXPENSIVE_PRIMITIVE = 300
/** Properties with references that descendants inherit. */
const INHERITED = ['fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end']
const OWN = ['clip-path', 'mask', 'filter']
const LAYERS = new Set(['pattern', 'mask', 'clipPath', 'marker', 'filter'])
const GRADIENTS = new Set(['linearGradient', 'radialGradient'])

/**
 * Bounds the cost of rendering with all references followed: nested `use` elements, patterns or masks of a
 * few hundred bytes can produce billions of shapes.
 * @returns the cost.
 * @throws DrawingError `too_complex` above the limit, and for circular or long chains of references.
 */
export function checkWeight(root: SvgElement): number {
  const byId = elementsByKey(root)
  const weights = new Map<SvgElement, number>()
  const open = new Set<SvgElement>()

  /** Of a property: a shape is no paint, even where it has the id of one. */
  function weightOfResource(id: string, depth: number): number {
    const name = byId.get(id)?.name ?? ''
    return LAYERS.has(name) || GRADIENTS.has(name) ? weightOfReference(id, depth) : 0
  }
  function weightOfReference(id: string | undefined, depth: number): number {
    const target = id === undefined ? undefined : byId.get(id)
    if (!target) return 0
    const weight = weigh(target, depth + 1)
    // A gradient is computed once, however many shapes use it.
    return GRADIENTS.has(target.name) ? 0 : weight
  }
  function weigh(element: SvgElement, depth: number): number {
    const done = weights.get(element)
    if (done !== undefined) return done
    if (open.has(element) || depth > REFERENCE_DEPTH_MAX) throw new DrawingError('too_complex')
    open.add(element)
    let sum = ownWeight(element)
    for (const child of element.children) {
      if (typeof child === 'string') continue
      const weight = weigh(child, depth)
      sum += DEFINITIONS.has(child.name) ? 1 : weight
    }
    sum += weightOfReference(targetOf(element), depth)
    const style = element.attributes.get('style')
    const inherited = [...INHERITED.map((name) => element.attributes.get(name)), style]
    let each = 0
    for (const id of inherited.flatMap(referencesIn)) each += weightOfResource(id, depth)
    sum += sum * each * markerFactor(element)
    const own = OWN.map((name) => element.attributes.get(name)).flatMap(referencesIn)
    for (const id of own) sum += weightOfResource(id, depth)
    if (sum > WEIGHT_MAX) throw new DrawingError('too_complex')
    open.delete(element)
    weights.set(element, sum)
    return sum
  }
  return weigh(root, 0)
}

function ownWeight({ name, attributes }: SvgElement): number {
  const geometry = (attributes.get('d') ?? attributes.get('points') ?? '').length
  const layer = LAYERS.has(name) ? LAYER : 0
  const primitive = name.startsWith('fe') ? PRIMITIVE : 0
  const expensive = EXPENSIVE_PRIMITIVES.has(name) ? EXPENSIVE_PRIMITIVE : 0
  // Functions such as `blur()` are primitives, too.
  const functions = attributes.get('filter')?.match(/(?<!\burl)\(/gi)?.length ?? 0
  return (
    1 +
    Math.floor(geometry / GEOMETRY_PER_ELEMENT) +
    layer +
    primitive +
    expensive +
    functions * PRIMITIVE
  )
}

/** Factor for markers, which are drawn at each vertex; a vertex takes at least two characters. */
function markerFactor({ attributes }: SvgElement): number {
  const hasMarker = ['marker-start', 'marker-mid', 'marker-end', 'style'].some((name) =>
    /url\(/i.test(attributes.get(name) ?? ''),
  )
  if (!hasMarker) return 1
  const geometry = (attributes.get('d') ?? attributes.get('points') ?? '').length
  return 1 + geometry / 2
}
