import { collectPaints } from '#backend/services/drawing/paints.ts'
import { parseDrawing } from '#backend/services/drawing/parse.ts'
import { Keys } from '#backend/services/drawing/references.ts'
import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'

const P = 'd="M0 0h9v9z"'
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${attributes}>${inside}</svg>`
function toneOf(source: string) {
  const converted = convertDrawing(source)
  return 'svg' in converted ? converted.tone : converted.refused
}

describe('a drawing', () => {
  it.each([
    ['that sets no colour', svg(`<path ${P}/>`)],
    ['in currentColor', svg(`<path ${P} stroke="currentColor"/>`, 'fill="none"')],
    ['in black', svg(`<path ${P} fill="#000"/><path ${P} stroke="rgb(0, 0, 0)"/>`)],
    ['in one grey', svg(`<g fill="#5c5c5c"><path ${P}/><path ${P} opacity=".3"/></g>`)],
    ['in white, for dark grounds', svg(`<path ${P} fill="#fff"/>`)],
    ['by a style sheet', svg(`<style>.a{fill:#222}</style><path class="a" ${P}/>`)],
    ['with a frame that is not painted', svg(`<path fill="none" ${P}/><path ${P}/>`)],
    [
      'with colours in what nothing refers to',
      svg(`<defs><path id="x" fill="red" ${P}/></defs><path ${P}/>`),
    ],
    [
      'with a white mask',
      svg(`<mask id="m"><path fill="#fff" ${P}/></mask><path mask="url(#m)" ${P}/>`),
    ],
  ])('%s takes the colour of the text', (_, source) => {
    expect(toneOf(source)).toBe('mono')
  })

  it.each([
    ['red heart', svg(`<path fill="#e0245e" ${P}/>`), 'any'],
    ['heart of a named colour', svg(`<path fill="tomato" ${P}/>`), 'any'],
    ['flag of Austria', svg(`<path fill="#fff" ${P}/><path fill="#c8102e" ${P}/>`), 'light'],
    ['flag of Germany', svg(`<path fill="#fc0" ${P}/><path ${P}/><path fill="red" ${P}/>`), 'dark'],
    ['emoji with a black outline', svg(`<path fill="#fcea2b" stroke="#000" ${P}/>`), 'mixed'],
    ['black disc with a white sign', svg(`<circle r="9"/><path fill="#fff" ${P}/>`), 'mixed'],
    ['icon of two greys', svg(`<path ${P}/><path fill="#777" ${P}/>`), 'dark'],
    [
      'gradient',
      svg(
        `<linearGradient id="a"><stop stop-color="#111"/><stop offset="1" stop-color="#d0f"/></linearGradient><path fill="url(#a)" ${P}/>`,
      ),
      'dark',
    ],
    [
      'shape that is used in red',
      svg(`<defs><path id="x" ${P}/></defs><use href="#x" fill="red"/>`),
      'any',
    ],
    [
      'filter that recolours',
      svg(
        `<filter id="f"><feColorMatrix values="1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/></filter><path filter="url(#f)" ${P}/>`,
      ),
      'dark',
    ],
  ])('like a %s keeps its colours', (_, source, tone) => {
    expect(toneOf(source)).toBe(tone)
  })

  it('with a picture has colours that are not known', () => {
    const png = 'data:image/png;base64,AA=='
    const drawing = svg(`<image href="${png}" width="9" height="9"/><path ${P}/>`)
    expect(toneOf(drawing)).toBe('mono')
    const { root } = parseDrawing(drawing, new Keys())
    expect(collectPaints(root).hasUnknown).toBe(true)
  })

  it.each([
    ['rebeccapurple', 'any'],
    ['midnightblue', 'dark'],
    ['hsl(0 0% 98%)', 'mono'],
    ['hsl(60 100% 80%)', 'light'],
    ['oklch(20% 0.1 260)', 'dark'],
    ['lab(97% -10 40)', 'light'],
    ['color(display-p3 0 0 0.3)', 'dark'],
    ['color-mix(in srgb, #ff0, #fff)', 'light'],
    ['hwb(200 0% 90%)', 'dark'],
  ])('of %s is %s', (colour, tone) => {
    expect(toneOf(svg(`<path ${P} fill="${colour}"/>`))).toBe(tone)
    expect(toneOf(svg(`<path ${P} style="fill:${colour}"/>`))).toBe(tone)
  })
})
