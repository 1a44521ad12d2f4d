import { randomBytes } from 'node:crypto'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { threadMsOf } from '#tests/support/processor-time.ts'

/** Declarations of a drawing that is not too large. */
const DECLARATIONS_MAX = 11_000
const CALIBRATED = 2_000

/** A drawing within all limits that takes long: each declaration is checked against the grammar of its property. */
function drawingOf(declarations: number): string {
  // Archives that shrink too much are refused.
  const noise = `<!--${randomBytes(3_000).toString('base64')}-->`
  const rule = `.z{${'font:bold 8px/2 a,b;'.repeat(declarations)}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${noise}<style>${rule}</style><path d="M0 0h24v24z"/></svg>`
}

/** A drawing that takes about so much processor time here, in ms, or as much as the limits allow. @returns it with the measured time. */
export function costlyDrawing(ms: number): { svg: string; ms: number } {
  const measure = (svg: string) => {
    return threadMsOf(() => {
      if ('refused' in convertDrawing(svg)) throw new Error('The drawing is refused.')
    })
  }
  measure(drawingOf(CALIBRATED))
  const perDeclaration = measure(drawingOf(CALIBRATED)) / CALIBRATED
  const svg = drawingOf(Math.min(DECLARATIONS_MAX, Math.round(ms / perDeclaration)))
  return { svg, ms: measure(svg) }
}
