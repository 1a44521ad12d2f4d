import { randomBytes } from 'node:crypto'
import { convertDrawing } from '#backend/services/drawing/convert.ts'

/** Rules, and the names of their selectors: as many as the limits allow with the elements below. */
const RULES = 300
const NAMES = 200
const ELEMENTS_MAX = 330
const CALIBRATED = 60

/** A drawing within all limits that takes long: each rule is compared with each element, name by name, and fits none. */
function drawingOf(elements: number): string {
  const classes = [...Array.from({ length: 49 }, (_, at) => `b${at}`), 'a'].join(' ')
  const rule = `${'.a'.repeat(NAMES)}.z{fill:#00f}`
  // Archives that shrink too much are refused.
  const noise = `<!--${randomBytes(3_000).toString('base64')}-->`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${noise}<style>${rule.repeat(RULES)}</style>${`<g class="${classes}"/>`.repeat(elements)}<path d="M0 0h24v24z"/></svg>`
}

/** A drawing that takes about so much processor time here, in ms, or as much as the limits allow. @returns it with the measured time. */
export function costlyDrawing(ms: number): { svg: string; ms: number } {
  const measure = (svg: string) => {
    const begun = process.cpuUsage()
    if ('refused' in convertDrawing(svg)) throw new Error('The drawing is refused.')
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }
  measure(drawingOf(CALIBRATED))
  const perElement = measure(drawingOf(CALIBRATED)) / CALIBRATED
  const svg = drawingOf(Math.min(ELEMENTS_MAX, Math.round(ms / perElement)))
  return { svg, ms: measure(svg) }
}
