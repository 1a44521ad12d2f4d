import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { collectPaints } from '#backend/services/drawing/paints.ts'
import { parseDrawing } from '#backend/services/drawing/parse.ts'
import { recolourDrawing } from '#backend/services/drawing/recolour.ts'
import { Keys } from '#backend/services/drawing/references.ts'

const TIDE = '#5fc8c0'
const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${attributes}>${inner}</svg>`

/** The drawing as it is stored, in the colour. */
function recoloured(source: string): string {
  const converted = convertDrawing(source)
  if ('refused' in converted) throw new Error(converted.refused)
  expect(converted.tone).toBe('mono')
  return recolourDrawing(converted.svg, TIDE)
}
const coloursOf = (drawing: string) => collectPaints(parseDrawing(drawing, new Keys()).root)

describe('a drawing of one grey in a colour', () => {
  it.each([
    ['without a paint', svg('<path d="M0 0h9v9z"/>')],
    ['with strokes', svg('<path d="M0 0h9" fill="none" stroke="#222" stroke-width="2"/>')],
    ['in currentColor', svg('<g color="#111"><path d="M0 0h9v9z" fill="currentColor"/></g>')],
    ['with a style sheet', svg('<style>.a{fill:#1a1a1a}</style><path class="a" d="M0 0h9v9z"/>')],
    ['with a style attribute', svg('<path style="fill:rgb(20,20,20)" d="M0 0h9v9z"/>')],
    [
      'with a gradient of one shade',
      svg(
        '<linearGradient id="a"><stop/><stop offset="1" stop-opacity=".2"/></linearGradient><path fill="url(#a)" d="M0 0h9v9z"/>',
      ),
    ],
    [
      'with a shadow',
      svg(
        '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter><path filter="url(#f)" d="M0 0h9v9z"/>',
      ),
    ],
  ])('%s has no other colour', (_, source) => {
    expect(coloursOf(recoloured(source))).toEqual({
      colours: [[0x5f, 0xc8, 0xc0]],
      hasUnknown: false,
    })
  })

  it('keeps transparency, what is not painted, and the paint of masks', () => {
    const mask = '<mask id="m"><path fill="#fff" d="M0 0h24v24z"/></mask>'
    const drawing = recoloured(
      svg(
        `${mask}<g mask="url(#m)"><path opacity=".4" fill-opacity=".5" stroke="none" d="M0 0h9v9z"/></g>`,
      ),
    )
    expect(drawing).toContain('fill="#fff"')
    expect(drawing).toContain('opacity=".4"')
    expect(drawing).toContain('fill-opacity=".5"')
    expect(drawing).toContain('stroke="none"')
    expect(drawing.match(/#5fc8c0/g)).toHaveLength(1)
  })

  it('replaces the colour behind a reference that leads nowhere', () => {
    const drawing = recolourDrawing(svg('<path fill="url(#x) #333" d="M0 0h9v9z"/>'), TIDE)
    expect(drawing).toMatch(/fill="url\(#\w+\) #5fc8c0"/)
  })

  it('is the same each time, and another drawing in the same colour stays', () => {
    const once = recoloured(svg('<path d="M0 0h9v9z"/>'))
    expect(recolourDrawing(once, TIDE)).toBe(once)
  })
})
