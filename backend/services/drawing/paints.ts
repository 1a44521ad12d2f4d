import { type Colour, parseColour } from './colour.ts'
import { SHAPES } from './allowed.ts'
import { DEFINITIONS } from './losses.ts'
import { elementsByKey, referencesIn, targetOf } from './references.ts'
import type { SvgElement } from './tree.ts'

/** Filter primitives that change the colours of their input. */
const RECOLOURING = new Set(
  `feBlend feColorMatrix feComponentTransfer feConvolveMatrix feDiffuseLighting feImage
  feSpecularLighting feTurbulence`.split(/\s+/),
)
/** Elements that are visited, references followed; further colours count as unknown. */
const VISITS_MAX = 20_000

type InheritedPaint = { fill: string; stroke: string; color: string }

/**
 * The colours of a sanitised drawing. `hasUnknown`: there are others, in a notation that is not parsed or
 * produced by a filter.
 */
export function collectPaints(root: SvgElement): { colours: Colour[]; hasUnknown: boolean } {
  const byId = elementsByKey(root)
  const paints = new Set<string>()
  const servers = new Set<string>()
  let visits = 0
  let hasUnknown = false

  function visit(element: SvgElement, from: InheritedPaint, depth: number) {
    visits += 1
    if (visits > VISITS_MAX || depth > 200) {
      hasUnknown = true
      return
    }
    const { name, attributes } = element
    if (isHidden(attributes)) return
    const own = inherit(from, attributes)
    // The colours of pictures, mixtures of layers and functions of filters are not computed.
    if (name === 'image' || /mix-blend-mode/.test(attributes.get('style') ?? '')) hasUnknown = true
    if (/\b(?!url)\w+\(/.test(attributes.get('filter') ?? '')) hasUnknown = true
    if (SHAPES.has(name)) {
      if (name !== 'line' && !isTransparent(attributes.get('fill-opacity')))
        paint(own.fill, own, depth)
      if (!isTransparent(attributes.get('stroke-opacity'))) paint(own.stroke, own, depth)
    }
    for (const id of referencesIn(attributes.get('filter'))) visitFilter(byId.get(id))
    for (const end of ['marker-start', 'marker-mid', 'marker-end']) {
      for (const id of referencesIn(attributes.get(end))) visitChildren(byId.get(id), own, depth)
    }
    if (name === 'use') {
      const target = byId.get(attributes.get('href')?.trim().slice(1) ?? '')
      if (target && DEFINITIONS.has(target.name)) visitChildren(target, own, depth)
      else if (target) visit(target, own, depth + 1)
    }
    if (!DEFINITIONS.has(name)) visitChildren(element, own, depth)
  }
  function visitChildren(element: SvgElement | undefined, from: InheritedPaint, depth: number) {
    for (const child of element?.children ?? []) {
      if (typeof child !== 'string') visit(child, from, depth + 1)
    }
  }
  function paint(value: string, own: InheritedPaint, depth: number) {
    const [id] = referencesIn(value)
    if (id === undefined) return add(value, own)
    if (servers.has(id)) return
    servers.add(id)
    const server = byId.get(id)
    if (server?.name === 'pattern') visitChildren(server, INITIAL, depth)
    else if (server) addStops(server, own)
    else add(value.replace(/^[^)]*\)/, '').trim() || 'none', own)
  }
  function addStops(gradient: SvgElement, own: InheritedPaint) {
    for (const child of gradient.children) {
      if (typeof child === 'string' || child.name !== 'stop') continue
      const stop = inherit(own, child.attributes)
      if (isTransparent(child.attributes.get('stop-opacity'))) continue
      add(child.attributes.get('stop-color') ?? 'black', stop)
    }
    const template = targetOf(gradient)
    if (template === undefined || servers.has(template)) return
    servers.add(template)
    const target = byId.get(template)
    if (target) addStops(target, own)
  }
  function visitFilter(filter: SvgElement | undefined) {
    for (const child of filter?.children ?? []) {
      if (typeof child === 'string') continue
      if (RECOLOURING.has(child.name)) hasUnknown = true
      if (child.name === 'feFlood' || child.name === 'feDropShadow') {
        add(child.attributes.get('flood-color') ?? 'black', INITIAL)
      }
    }
  }
  function add(value: string, { color }: InheritedPaint) {
    const keyword = value.trim().toLowerCase()
    if (keyword === 'none' || keyword === 'transparent') return
    paints.add(keyword === 'currentcolor' ? color : keyword)
  }

  visit(root, INITIAL, 0)
  const colours: Colour[] = []
  for (const value of paints) {
    const colour = parseColour(value)
    if (colour) colours.push(colour)
    else hasUnknown = true
  }
  return { colours, hasUnknown }
}

/** Initial values: in an image, `currentColor` and the default fill are black. */
const INITIAL: InheritedPaint = { fill: 'black', stroke: 'none', color: 'black' }

function inherit(from: InheritedPaint, attributes: Map<string, string>): InheritedPaint {
  const own = (name: keyof InheritedPaint) => {
    const value = attributes.get(name)
    return value === undefined || value.trim() === 'inherit' ? from[name] : value
  }
  return { fill: own('fill'), stroke: own('stroke'), color: own('color') }
}

const isTransparent = (opacity: string | undefined) =>
  opacity !== undefined && Number.parseFloat(opacity) === 0

const isHidden = (attributes: Map<string, string>) =>
  attributes.get('display')?.trim() === 'none' ||
  attributes.get('visibility')?.trim() === 'hidden' ||
  isTransparent(attributes.get('opacity'))
