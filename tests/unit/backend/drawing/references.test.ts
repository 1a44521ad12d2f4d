import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'

const svgOf = (inside: string) => {
  const converted = convertDrawing(drawingOf(inside))
  return 'svg' in converted ? converted.svg : ''
}
const gradient = (id: string) =>
  `<linearGradient id="${id}"><stop stop-color="#f00"/></linearGradient>`

describe('an id', () => {
  it.each([
    ['as Illustrator writes it', 'SVGID_1_', 'url(#SVGID_1_)'],
    ['of a Japanese Illustrator', 'グラデーション_1', 'url(#グラデーション_1)'],
    ['of a Chinese Illustrator', '未命名的渐变_2', "url('#未命名的渐变_2')"],
    ['of a Cyrillic editor', 'слой.1', 'url(#слой.1)'],
    ['with a comma', 'Layer 1,2', "url('#Layer 1,2')"],
    ['with a colon', 'a:b', 'url( &quot;#a:b&quot; )'],
    ['with slashes, as Sketch writes it', 'Icons/24/home', 'url(#Icons/24/home)'],
    ['with parentheses', 'a(1)', "url('#a(1)')"],
    ['with escaped parentheses', 'a(1)', 'url(#a\\(1\\))'],
    ['with a space, as Figma writes it', 'Frame 12', 'url(&quot;#Frame 12&quot;)'],
    ['with a plus', 'a+b', 'url(#a+b)'],
    ['that is percent-encoded where it is used', 'グラ_1', 'url(#%E3%82%B0%E3%83%A9_1)'],
  ])('%s is found', (_, id, reference) => {
    expect(svgOf(`${gradient(id)}<path d="M0 0" fill="${reference}"/>`)).toMatch(
      /<linearGradient id="a">.*fill="url\(#a\)"/,
    )
    expect(svgOf(`${gradient(id)}<path d="M0 0" style="fill:${reference}"/>`)).toContain(
      'fill="url(#a)"',
    )
  })

  it('is found by use, text on a path and templates of gradients', () => {
    const svg = svgOf(
      `<g id="円 1"><path id="p,1" d="M0 0"/></g><use xlink:href="#円 1"/><use href="#%E5%86%86%201" xlink:href="#no"/>
       <text><textPath href="#p,1">a</textPath></text>${gradient('x/y')}<linearGradient id="z" href="#x/y"/><path fill="url(#z)"/>`,
    )
    expect(svg).toMatch(/<g id="a"><path id="b" d="M0 0"\/><\/g><use href="#a"\/><use href="#a"\/>/)
    expect(svg).toContain('<textPath href="#b">')
    expect(svg).toMatch(
      /<linearGradient id="c">.*<linearGradient id="d" href="#c"\/><path fill="url\(#d\)"\/>/,
    )
  })

  it('is left out where nothing refers to it, or another element has it', () => {
    expect(
      svgOf(`<g id="Layer_1"/>${gradient('a')}${gradient('a')}<path fill="url(#a)"/>`),
    ).toMatch(/<g\/><linearGradient id="a">.*<linearGradient><stop/)
  })

  it('of a shape is no paint: a path may refer to its own id', () => {
    const source = `<path id="a" d="M0 0" fill="url(#a)"/>${gradient('a')}`
    expect(svgOf(source)).toContain('<path id="a" d="M0 0" fill="url(#a)"/><linearGradient><stop')
  })

  it('in a link, or on a shape, is no reference', () => {
    expect(svgOf('<a id="a" href="#a"><path id="b" xlink:href="#b" d="M0 0"/></a>')).toContain(
      '<g><path d="M0 0"/></g>',
    )
  })

  it('that is missing stays missing, with the colour beside it', () => {
    expect(svgOf(`${gradient('a')}<path fill="url(#b) red" stroke="url(#a)"/>`)).toMatch(
      /id="a".*fill="url\(#b\) red" stroke="url\(#a\)"/,
    )
  })
})
