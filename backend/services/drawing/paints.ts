import { type Colour, parseColour } from './colour.ts'
import type { Drawn } from './parse.ts'

const SHAPES = new Set(
  'path rect circle ellipse line polyline polygon text tspan textPath'.split(' '),
)
/** Drawn only where something refers to them. */
const DEFINITIONS = new Set('defs symbol clipPath mask filter marker pattern'.split(' '))
/** They make other colours of what they are given. */
const RECOLOURING = new Set(['feColorMatrix', 'feComponentTransfer', 'feBlend'])
/** Elements that are looked at, references followed; beyond it the rest counts as unknown. */
const VISITS_MAX = 20_000

type Inherited = { fill: string; stroke: string; color: string }

/**
 * The colours that a safe drawing paints with. `isMore` tells that there are others: written in a way
 * that is not looked at, or made by a filter.
 */
export function paintsOf(root: Drawn): { colours: Colour[]; isMore: boolean } {
  const byId = new Map<string, Drawn>()
  collect(root, byId)
  const paints = new Set<string>()
  const servers = new Set<string>()
  let visits = 0
  let isMore = false

  function visit(element: Drawn, from: Inherited, depth: number) {
    visits += 1
    if (visits > VISITS_MAX || depth > 200) {
      isMore = true
      return
    }
    const { name, attributes } = element
    if (isHidden(attributes)) return
    const own = inherit(from, attributes)
    if (SHAPES.has(name)) {
      if (name !== 'line' && !isClear(attributes.get('fill-opacity'))) paint(own.fill, own, depth)
      if (!isClear(attributes.get('stroke-opacity'))) paint(own.stroke, own, depth)
    }
    for (const id of idsIn(attributes.get('filter'))) lookAtFilter(byId.get(id))
    for (const end of ['marker-start', 'marker-mid', 'marker-end']) {
      for (const id of idsIn(attributes.get(end))) visitInside(byId.get(id), own, depth)
    }
    if (name === 'use') {
      const target = byId.get(attributes.get('href')?.trim().slice(1) ?? '')
      if (target && DEFINITIONS.has(target.name)) visitInside(target, own, depth)
      else if (target) visit(target, own, depth + 1)
    }
    if (!DEFINITIONS.has(name)) visitInside(element, own, depth)
  }
  function visitInside(element: Drawn | undefined, from: Inherited, depth: number) {
    for (const child of element?.children ?? []) {
      if (typeof child !== 'string') visit(child, from, depth + 1)
    }
  }
  function paint(value: string, own: Inherited, depth: number) {
    const [id] = idsIn(value)
    if (id === undefined) return add(value, own)
    if (servers.has(id)) return
    servers.add(id)
    const server = byId.get(id)
    if (server?.name === 'pattern') visitInside(server, INITIAL, depth)
    else if (server) addStops(server, own)
    else add(value.replace(/^[^)]*\)/, '').trim() || 'none', own)
  }
  function addStops({ attributes, children }: Drawn, own: Inherited) {
    for (const child of children) {
      if (typeof child === 'string' || child.name !== 'stop') continue
      const stop = inherit(own, child.attributes)
      if (isClear(child.attributes.get('stop-opacity'))) continue
      add(child.attributes.get('stop-color') ?? 'black', stop)
    }
    const template = attributes.get('href')?.trim().slice(1)
    if (template === undefined || servers.has(template)) return
    servers.add(template)
    const target = byId.get(template)
    if (target) addStops(target, own)
  }
  function lookAtFilter(filter: Drawn | undefined) {
    for (const child of filter?.children ?? []) {
      if (typeof child === 'string') continue
      if (RECOLOURING.has(child.name)) isMore = true
      if (child.name === 'feFlood' || child.name === 'feDropShadow') {
        add(child.attributes.get('flood-color') ?? 'black', INITIAL)
      }
    }
  }
  function add(value: string, { color }: Inherited) {
    const said = value.trim().toLowerCase()
    if (said === 'none' || said === 'transparent') return
    paints.add(said === 'currentcolor' ? color : said)
  }

  visit(root, INITIAL, 0)
  const colours: Colour[] = []
  for (const value of paints) {
    const colour = parseColour(value)
    if (colour) colours.push(colour)
    else isMore = true
  }
  return { colours, isMore }
}

/** Shown as an image, `currentColor` is black, and so is what says no fill. */
const INITIAL: Inherited = { fill: 'black', stroke: 'none', color: 'black' }

function inherit(from: Inherited, attributes: Map<string, string>): Inherited {
  const own = (name: keyof Inherited) => {
    const said = attributes.get(name)
    return said === undefined || said.trim() === 'inherit' ? from[name] : said
  }
  return { fill: own('fill'), stroke: own('stroke'), color: own('color') }
}

const isClear = (opacity: string | undefined) =>
  opacity !== undefined && Number.parseFloat(opacity) === 0

const isHidden = (attributes: Map<string, string>) =>
  attributes.get('display')?.trim() === 'none' ||
  attributes.get('visibility')?.trim() === 'hidden' ||
  isClear(attributes.get('opacity'))

const idsIn = (value = '') =>
  [...value.matchAll(/url\(\s*["']?#([\w:.-]+)/gi)].flatMap(([, id]) => id ?? [])

function collect(element: Drawn, byId: Map<string, Drawn>) {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') collect(child, byId)
}
