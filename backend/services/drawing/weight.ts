import { REFERENCE_DEPTH_MAX, DrawingError, WEIGHT_MAX } from './limits.ts'
import type { SvgElement } from './parse.ts'

/** This many characters of geometry weigh as much as an element. */
const GEOMETRY_PER_ELEMENT = 256
/** Weight of elements that are rendered into a bitmap of their own. */
const LAYER = 20
const PRIMITIVE = 100
/** Properties with references that descendants inherit. */
const INHERITED = ['fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end']
const OWN = ['clip-path', 'mask', 'filter']
const LAYERS = new Set(['pattern', 'mask', 'clipPath', 'marker', 'filter'])
const GRADIENTS = new Set(['linearGradient', 'radialGradient'])
/** Rendered only where they are referenced. */
const DEFINITIONS = new Set(['defs', 'symbol', ...LAYERS, ...GRADIENTS])

/**
 * Bounds the cost of rendering with all references followed: nested `use` elements, patterns or masks of a
 * few hundred bytes can produce billions of shapes.
 * @returns the cost.
 * @throws DrawingError `too_complex` above the limit, and for circular or long chains of references.
 */
export function checkWeight(root: SvgElement): number {
  const byId = new Map<string, SvgElement>()
  collect(root, byId)
  const weights = new Map<SvgElement, number>()
  const open = new Set<SvgElement>()

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
    sum += weightOfReference(element.attributes.get('href')?.trim().slice(1), depth)
    const style = element.attributes.get('style')
    const inherited = [...INHERITED.map((name) => element.attributes.get(name)), style]
    let each = 0
    for (const id of inherited.flatMap(referencesOf)) each += weightOfReference(id, depth)
    sum += sum * each * markerFactor(element)
    const own = OWN.map((name) => element.attributes.get(name)).flatMap(referencesOf)
    for (const id of own) sum += weightOfReference(id, depth)
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
  return 1 + Math.floor(geometry / GEOMETRY_PER_ELEMENT) + layer + primitive
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

function collect(element: SvgElement, byId: Map<string, SvgElement>) {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') collect(child, byId)
}

function referencesOf(value: string | undefined): string[] {
  if (value === undefined || !value.includes('(')) return []
  return [...value.matchAll(/url\(\s*["']?#([\w:.-]+)/gi)].flatMap(([, id]) => id ?? [])
}
