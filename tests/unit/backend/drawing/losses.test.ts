import { describe, expect, it } from 'vitest'
import { convertDrawing, convertWithPictures } from '#backend/services/drawing/convert.ts'
import { PICTURES_MAX } from '#backend/services/drawing/limits.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'

const lossesOf = (inside: string, attributes = '') => {
  const converted = convertDrawing(drawingOf(inside, attributes))
  return 'svg' in converted ? converted.simplified : [converted.refused]
}
const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const FILTER = '<filter id="f"><feGaussianBlur stdDeviation="999"/></filter>'

describe('a drawing', () => {
  it.each([
    ['an animated element', '<path><animate attributeName="x"/></path>', 'animation'],
    ['an animation of CSS', '<path style="animation:x 1s infinite"/>', 'animation'],
    ['an unsupported property', '<path style="zoom:2"/>', 'css'],
    ['an unsupported function', '<path style="fill:attr(x type(&lt;color&gt;))"/>', 'css'],
    ['a condition on its size', '<style>@media (min-width:9px){path{fill:red}}</style>', 'css'],
    ['an unknown entity', '<text>&unknown;</text>', 'entity'],
    ['tiny dashes', '<path stroke-dasharray="0.001"/>', 'expensive'],
    ['an external picture', '<image href="https://x.example/a.png"/>', 'external'],
    ['a relative picture', '<image xlink:href="a.png"/>', 'external'],
    ['an external symbol', '<use href="sprite.svg#a"/>', 'external'],
    ['an external paint', '<path fill="url(a.svg#b)"/>', 'external'],
    ['an imported sheet', '<style>@import "a.css";</style>', 'external'],
    ['a huge blur', `${FILTER}<path filter="url(#f)"/>`, 'filter'],
    ['a huge blur in CSS', '<path style="filter:blur(999px)"/>', 'filter'],
    [
      'text in an embedded font',
      '<style>@font-face{font-family:X;src:url(data:,)}</style><text>a</text>',
      'font',
    ],
    [
      'HTML',
      '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
      'foreign',
    ],
    ['a picture that is not written anew', `<image href="${PIXEL}"/>`, 'image'],
    ['a drawing in it', '<image href="data:image/svg+xml,x"/>', 'image'],
    ['a selector by direction', '<style>:dir(ltr){fill:red}</style>', 'selector'],
    [
      'another look in dark mode',
      '<style>@media (prefers-color-scheme:dark){path{fill:red}}</style>',
      'theme',
    ],
    ['two colour schemes', '<g style="color-scheme:light dark"/>', 'theme'],
    [
      'text in an imported font',
      '<style>@import url(//fonts.example/css);</style><text>a</text>',
      'font',
    ],
  ])('with %s is marked', (_, inside, loss) => {
    expect(lossesOf(inside)).toEqual([loss])
  })

  it('names each loss once, sorted', () => {
    const inside = '<image href="a"/><image href="b"/><path><animate/><set/></path>'
    expect(lossesOf(inside)).toEqual(['animation', 'external'])
  })

  it.each([
    ['metadata', '<metadata><a xmlns="x"/></metadata><title>x</title><desc>y</desc>'],
    ['names of an editor', '<sodipodi:namedview/><g inkscape:label="x" data-name="y"/>'],
    ['scripts and events', '<script>alert(1)</script><path onclick="x()"/>'],
    ['links', '<a href="https://x.example"><path/></a>'],
    ['states', '<style>path:hover{fill:red}path::before{fill:red}</style><path/>'],
    ['keyframes that nothing runs', '<style>@keyframes x{from{opacity:0}}</style><path/>'],
    ['a font without text', '<style>@font-face{font-family:X}</style><path/>'],
    [
      'a hint to the renderer',
      '<path style="enable-background:new;cursor:pointer;will-change:x"/>',
    ],
    ['markup of another program', '<foreignObject requiredExtensions="urn:x"/>'],
    [
      'something hidden',
      '<g display="none"><image href="a"/></g><g style="display:none"><use href="a"/></g>',
    ],
    ['definitions that nothing refers to', `<defs><image href="a"/></defs>${FILTER}`],
    ['a rule for printing', '<style>@media print{path{zoom:2}}</style>'],
    [
      'an animation on a click',
      '<path><set attributeName="x" begin="click"/><animate begin="a.mouseover"/></path>',
    ],
    ['a sheet of fonts without text', '<style>@import url(https://fonts.example/css);</style>'],
    ['an initial value', '<path style="zoom:1;animation:none;clip:auto"/>'],
    ['unknown names', '<path unknown="x" style="unknown:x;fill:unknown(x)"/><unknown/>'],
  ])('with %s is not marked', (_, inside) => {
    expect(lossesOf(inside)).toEqual([])
  })

  it('is marked for the background of its root, unless it is a colour', () => {
    expect(lossesOf('', 'style="background:#fff"')).toEqual([])
    expect(lossesOf('', 'style="background:linear-gradient(red,blue)"')).toEqual(['css'])
    expect(lossesOf('<g style="background:linear-gradient(red,blue)"/>')).toEqual([])
  })
})

describe('an embedded picture', () => {
  const convert = async (inside: string) => {
    const encode = (bytes: Uint8Array) =>
      Promise.resolve(
        bytes.length === 0
          ? null
          : { href: `data:image/png;base64,${bytes.length}`, width: 40, height: 20 },
      )
    const converted = await convertWithPictures(drawingOf(inside), encode)
    return 'svg' in converted ? converted : { svg: converted.refused, simplified: null, tone: null }
  }

  it('is written anew, in its natural size where it has none', async () => {
    const { svg, simplified } = await convert(
      `<image width="9" height="8" href="${PIXEL}"/><image height="10" xlink:href="${PIXEL}"/><image href="${PIXEL}"/>`,
    )
    expect(simplified).toEqual([])
    expect(svg).toContain('<image width="9" height="8" href="data:image/png;base64,8"/>')
    expect(svg).toContain('height="10" href="data:image/png;base64,8" width="20"/>')
    expect(svg).toContain('<image href="data:image/png;base64,8" width="40" height="20"/>')
    expect(svg).not.toContain(PIXEL)
  })

  it('is left out and marked if it is invalid, or if there are many', async () => {
    expect(await convert('<image href="data:image/png;base64,"/>')).toMatchObject({
      simplified: ['image'],
    })
    const many = Array.from({ length: PICTURES_MAX + 1 }, (_, at) => {
      const data = Buffer.alloc(at + 1).toString('base64')
      return `<image href="data:image/png;base64,${data}"/>`
    })
    expect((await convert(many.slice(1).join(''))).simplified).toEqual([])
    const { svg, simplified } = await convert(many.join(''))
    expect(simplified).toEqual(['image'])
    expect(svg.match(/<image/g)).toHaveLength(PICTURES_MAX)
  })
})
