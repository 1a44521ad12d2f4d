import { REFERENCE_DEPTH_MAX, Refused, WEIGHT_MAX } from './limits.ts'
import type { Drawn } from './parse.ts'

/** Geometry of so many characters counts like an element. */
const GEOMETRY_PER_ELEMENT = 256
/** Drawn into a bitmap of its own first. */
const LAYER = 20
const PRIMITIVE = 100
/** References that every descendant inherits. */
const INHERITED = ['fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end']
const OWN = ['clip-path', 'mask', 'filter']
const LAYERS = new Set(['pattern', 'mask', 'clipPath', 'marker', 'filter'])
const GRADIENTS = new Set(['linearGradient', 'radialGradient'])
/** Drawn only where something refers to them. */
const DEFINITIONS = new Set(['defs', 'symbol', ...LAYERS, ...GRADIENTS])

/**
 * What a browser draws where every reference is followed: nested `use` elements, patterns or masks of
 * a few hundred bytes can draw billions of shapes.
 * @throws Refused above the limit, for references in a circle, and for long chains of them.
 */
export function checkWeight(root: Drawn): void {
  const byId = new Map<string, Drawn>()
  collect(root, byId)
  const known = new Map<Drawn, number>()
  const open = new Set<Drawn>()

  function referred(id: string | undefined, depth: number): number {
    const target = id === undefined ? undefined : byId.get(id)
    if (!target) return 0
    const weight = weigh(target, depth + 1)
    // Colours are computed once, however many shapes they fill.
    return GRADIENTS.has(target.name) ? 0 : weight
  }
  function weigh(element: Drawn, depth: number): number {
    const done = known.get(element)
    if (done !== undefined) return done
    if (open.has(element) || depth > REFERENCE_DEPTH_MAX) throw new Refused('too_complex')
    open.add(element)
    let sum = ownWeight(element)
    for (const child of element.children) {
      if (typeof child === 'string') continue
      const weight = weigh(child, depth)
      sum += DEFINITIONS.has(child.name) ? 1 : weight
    }
    sum += referred(element.attributes.get('href')?.trim().slice(1), depth)
    const style = element.attributes.get('style')
    const inherited = [...INHERITED.map((name) => element.attributes.get(name)), style]
    let each = 0
    for (const id of inherited.flatMap(referencesOf)) each += referred(id, depth)
    sum += sum * each * markers(element)
    const own = OWN.map((name) => element.attributes.get(name)).flatMap(referencesOf)
    for (const id of own) sum += referred(id, depth)
    if (sum > WEIGHT_MAX) throw new Refused('too_complex')
    open.delete(element)
    known.set(element, sum)
    return sum
  }
  weigh(root, 0)
}

function ownWeight({ name, attributes }: Drawn): number {
  const geometry = (attributes.get('d') ?? attributes.get('points') ?? '').length
  const layer = LAYERS.has(name) ? LAYER : 0
  const primitive = name.startsWith('fe') ? PRIMITIVE : 0
  return 1 + Math.floor(geometry / GEOMETRY_PER_ELEMENT) + layer + primitive
}

/** A marker is drawn at each corner of a path; a corner has at least two characters. */
function markers({ attributes }: Drawn): number {
  const hasMarker = ['marker-start', 'marker-mid', 'marker-end', 'style'].some((name) =>
    /url\(/i.test(attributes.get(name) ?? ''),
  )
  if (!hasMarker) return 1
  const geometry = (attributes.get('d') ?? attributes.get('points') ?? '').length
  return 1 + geometry / 2
}

function collect(element: Drawn, byId: Map<string, Drawn>) {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') collect(child, byId)
}

function referencesOf(value: string | undefined): string[] {
  if (value === undefined || !value.includes('(')) return []
  return [...value.matchAll(/url\(\s*["']?#([\w:.-]+)/gi)].flatMap(([, id]) => id ?? [])
}
