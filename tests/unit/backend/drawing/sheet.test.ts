import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { WEIGHT_MAX } from '#backend/services/drawing/limits.ts'
import { makeSheet } from '#backend/services/drawing/sheet.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { ELSEWHERE, HOSTILE_SVGS } from '#tests/support/hostile-svgs.ts'

const SQUARE = drawingOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9"')

function sheetOf(...sources: (string | null)[]) {
  const drawings = sources.map((source) => {
    const converted = source === null ? null : convertDrawing(source)
    return converted && 'svg' in converted ? converted.svg : null
  })
  const { svg, empty } = makeSheet(drawings)
  return { svg: svg ?? '', empty }
}
const cellOf = (source: string) => /<svg x=.*<\/svg>(?=<\/svg>)/.exec(sheetOf(source).svg)?.[0]

describe('a sheet', () => {
  it('has the drawings in cells of 4 units, 5 units apart, and none where a drawing is missing', () => {
    const { svg, empty } = sheetOf(
      ...Array.from({ length: 13 }, (_, at) => (at === 1 ? null : SQUARE)),
    )
    expect(svg).toMatch(/^<svg xmlns="[^"]+" width="60" height="50" viewBox="0 0 60 50">/)
    const places = [...svg.matchAll(/<svg x="(\d+)" y="(\d+)" width="4" height="4"/g)]
    expect(places.map(([, x, y]) => [Number(x), Number(y)]).slice(0, 2)).toEqual([
      [0, 0],
      [10, 0],
    ])
    expect(places.at(-1)?.slice(1)).toEqual(['0', '5'])
    expect(empty).toEqual([1])
  })

  it('shows a drawing in its own proportions, in the middle of its cell', () => {
    const wide = drawingOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 20 10"')
    expect(cellOf(wide)).toContain('x="0" y="1" width="4" height="2" viewBox="0 0 20 10"')
    const sized = drawingOf('<path d="M0 0h9v9z"/>', 'width="10px" height="20"')
    expect(sheetOf(sized).empty).toEqual([0])
    expect(cellOf(sized.replace('10px', '10'))).toContain('x="1" y="0" width="2" height="4"')
  })

  it('keeps the references of a drawing within its cell', () => {
    const clip = drawingOf(
      '<clipPath id="a"><path d="M0 0h1v1z"/></clipPath><g clip-path="url(#a)"><use href="#b" fill="url( \'#c\' )"/></g>',
      'viewBox="0 0 9 9"',
    )
    const { svg } = sheetOf(SQUARE, clip, clip)
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['c1-a', 'c2-a'])
    const references = [...svg.matchAll(/#([\w-]+)/g)].map(([, id]) => id)
    expect(references).toEqual(['c1-a', 'c1-b', 'c1-c', 'c2-a', 'c2-b', 'c2-c'])
  })

  it.each([
    ['a transformed root', 'transform="scale(99)"'],
    ['a root with a style of its own', 'style="mix-blend-mode:difference"'],
    ['a filter on its root', 'filter="url(#a)"'],
    ['another place in its box', 'preserveAspectRatio="none"'],
    ['no size', 'viewBox=""'],
  ])('has no drawing with %s, which would look different', (_, attributes) => {
    const drawing = drawingOf('<path d="M0 0h9v9z"/>', `viewBox="0 0 9 9" ${attributes}`)
    const other = attributes.startsWith('viewBox')
      ? drawing.replace('viewBox="0 0 9 9" ', '')
      : drawing
    expect(sheetOf(SQUARE, other).empty).toEqual([1])
  })

  it('clips each drawing to its cell', () => {
    const large = drawingOf('<path d="M-99-99h999v999z"/>', 'viewBox="0 0 9 9" overflow="visible"')
    expect(cellOf(large)).not.toContain('overflow')
  })

  it('is not more expensive to render than one drawing may be', () => {
    const heavy = drawingOf('<g/>'.repeat(4_000), 'viewBox="0 0 9 9"')
    const { svg, empty } = sheetOf(...Array.from({ length: 9 }, () => heavy), SQUARE)
    expect(empty.length).toBeGreaterThan(3)
    expect(empty).not.toContain(9)
    expect(svg.match(/<g/g)?.length).toBeLessThan(WEIGHT_MAX)
    const long = drawingOf(`<text>${'x'.repeat(200_000)}</text>`, 'viewBox="0 0 9 9"')
    expect(sheetOf(long, long, long, SQUARE).empty).toEqual([2])
  })

  it('keeps only drawing elements of hostile drawings', () => {
    const { svg } = sheetOf(...Object.values(HOSTILE_SVGS))
    expect(svg.match(/<svg x=/g)?.length).toBeGreaterThan(10)
    expect(svg).not.toContain(ELSEWHERE)
    expect(svg).not.toMatch(/script|alert|\bon\w+=|javascript|data:|foreignObject|iframe|embed/i)
  })

  it('takes pixels only as they were encoded here', () => {
    const pixels = (href: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><image width="20" height="10" href="${href}"/></svg>`
    const { svg, empty } = makeSheet([
      pixels('data:image/png;base64,AAAA'),
      pixels('data:image/svg+xml;base64,AAAA'),
      pixels(`${ELSEWHERE}/x.png`),
    ])
    expect(svg).toContain(
      '<image x="0" y="1" width="4" height="2" href="data:image/png;base64,AAAA"/>',
    )
    expect(empty).toEqual([1, 2])
  })
})
