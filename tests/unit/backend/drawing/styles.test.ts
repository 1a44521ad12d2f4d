import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { NESTING_MAX, RULES_MAX, SELECTOR_MAX } from '#backend/services/drawing/limits.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'

const pathOf = (inside: string, attributes = '') => {
  const converted = convertDrawing(drawingOf(inside, attributes))
  return /<path[^>]*>/.exec('svg' in converted ? converted.svg : '')?.[0] ?? ''
}
/** A path in a sheet; `g` is around it, `circle` before it. */
const styled = (sheet: string, path = '<path class="a" d="M0 0"/>') =>
  pathOf(`<style><![CDATA[${sheet}]]></style><g id="g"><circle class="c"/>${path}</g>`)

describe('the style of a drawing', () => {
  it('is resolved by specificity, then by order; style attributes win, except over !important', () => {
    const sheet = `#p{fill:red} .a.b{fill:blue} .a{fill:green;stroke:red!important} path{opacity:.5}`
    const path = styled(sheet, '<path id="p" class="a b" style="stroke:blue" d="M0 0"/>')
    expect(path).toContain('fill="red"')
    expect(path).toContain('stroke="red"')
    expect(path).toContain('opacity=".5"')
    expect(styled('.a{fill:red}', '<path class="a" fill="blue" d="M0 0"/>')).toContain('fill="red"')
  })

  it('loads no resource in any notation', () => {
    const values = [
      'url(https://x.example/a)',
      'u\\72l(//x.example)',
      'url("//x.example") red',
      'image-set("//x.example" 1x)',
      'src("//x.example")',
      'url(data:image/svg+xml,x.example)',
      'var(--x, url(//x.example))',
      'url(#a) url(//x.example)',
    ]
    for (const value of values) {
      for (const inside of [
        `<style>.a{fill:${value}}</style><path class="a" d="M0 0"/>`,
        `<path style='fill:${value}' d="M0 0"/>`,
        `<path fill='${value}' d="M0 0"/>`,
        `<path style='transform:${value};filter:${value};font:${value}' d="M0 0"/>`,
      ]) {
        expect(pathOf(inside)).toMatch(/<path/)
        expect(pathOf(inside)).not.toContain('example')
      }
    }
    expect(pathOf('<path style="animation:x 1s;background:red" d="M0 0"/>')).not.toMatch(
      /style|anim/,
    )
  })

  it.each([
    'g .a',
    'g > path',
    '#g .a',
    'circle + path',
    '.c ~ .a',
    '[class="a"]',
    '[d^="M0"]',
    'path:last-child',
    'path:nth-child(2)',
    'path:nth-of-type(2n + 1)',
    'path:not(.b)',
    ':is(rect, path).a',
    ':where(g) path',
    ':root path',
    'svg > g > path',
    'path:not(:hover)',
    'rect, path',
  ])('applies to %s', (selector) => {
    expect(styled(`${selector}{fill:red}`)).toContain('fill="red"')
  })

  it.each([
    'path > g',
    'svg > path',
    'path + circle',
    'path:first-child',
    'path:hover',
    'path:not(.a)',
    'path::before',
    'PATH',
    '.A',
    'path, :nonsense',
    'path:eq(0)',
  ])('does not apply to %s', (selector) => {
    expect(styled(`${selector}{fill:red}`)).not.toContain('fill')
  })

  it('counts elements that are not drawn, as selectors do', () => {
    const source = `<style>path:nth-child(3){fill:red}</style><metadata/><path d="M0 0"/>`
    expect(pathOf(source)).toContain('fill="red"')
  })

  it('applies rules for a light screen, in the order of layers, and nested ones', () => {
    const sheet = `@media screen{.a{fill:red}} @media print, (prefers-color-scheme:dark){.a{fill:blue}}
      @supports (fill:red) and (not-a-property:x){.a{fill:blue}} @supports not (fill:x y z){.a{stroke:red}}
      @layer x{#p{opacity:.1;stroke-width:1!important}} .a{opacity:.2;stroke-width:2!important}
      g{& .a{marker-end:none} > path{stroke-linecap:round} path:last-child{clip-rule:evenodd}}`
    const path = styled(sheet, '<path id="p" class="a" d="M0 0"/>')
    expect(path).toMatch(/fill="red"/)
    expect(path).toMatch(/stroke="red"/)
    expect(path).toMatch(/opacity="\.2"/)
    expect(path).toMatch(/stroke-width="1"/)
    expect(path).toMatch(/marker-end="none"/)
    expect(path).toMatch(/stroke-linecap="round"/)
    expect(path).toMatch(/clip-rule="evenodd"/)
  })

  it('survives malformed rules', () => {
    const sheet = `@import "x"; .a:hover{fill:red} {} <!-- .b{fill:red;;:;} --> .a{fill:blue`
    expect(styled(sheet)).toContain('fill="blue"')
  })

  it('keeps the value before one that a browser ignores', () => {
    expect(styled('.a{fill:red;fill:nonsense(1)}')).toContain('fill="red"')
    expect(styled('.a{fill:red;fill:notacolour}')).toContain('fill="red"')
    expect(styled('.a{font-size:8}')).not.toContain('font-size')
    expect(pathOf('<path style="font-size:8" d="M0 0"/>')).toContain('font-size="8"')
  })

  it('has the sheets whose type and media fit, in CDATA and comments', () => {
    const sheets = `<style type="text/css"><![CDATA[.a{fill:red}]]></style><style media="print">.a{fill:blue}</style>
      <style type="text/less">.a{fill:blue}</style><style><!-- .a{stroke:red} --></style>`
    const path = pathOf(`${sheets}<path class="b
      a" d="M0 0"/>`)
    expect(path).toContain('fill="red"')
    expect(path).not.toContain('stroke')
  })
})

describe('variables', () => {
  it.each([
    ['of the root', 'svg{--c:red}.a{fill:var(--c)}', 'red'],
    ['with a fallback', '.a{fill:var(--no, red)}', 'red'],
    ['in a fallback', ':root{--c:red}.a{fill:var(--no, var(--c))}', 'red'],
    ['of variables', ':root{--c:var(--d);--d:red}.a{fill:var(--c)}', 'red'],
    ['of the nearest element', ':root{--c:blue}#g{--c:red}.a{fill:var(--c)}', 'red'],
    ['in part of a value', ':root{--r:255}.a{fill:rgb(var(--r), 0, 0)}', 'rgb(255, 0, 0)'],
  ])('%s have their values', (_, sheet, fill) => {
    expect(styled(sheet)).toContain(`fill="${fill}"`)
  })

  it('work in attributes and style attributes', () => {
    const inside = '<g style="--c:red"><path fill="var(--c)" style="stroke:var(--c)" d="M0 0"/></g>'
    expect(pathOf(inside)).toMatch(/fill="red" stroke="red"/)
  })

  it('without a value let a property inherit, whatever weaker rules set', () => {
    const path = styled(
      'path{fill:blue}.a{fill:var(--no)}',
      '<path class="a" fill="red" d="M0 0"/>',
    )
    expect(path).not.toContain('fill')
    expect(styled('.a{--x:var(--y);--y:var(--x);fill:var(--x)}')).not.toContain('fill')
  })
})

describe('properties of CSS', () => {
  it('for geometry become attributes of the shapes that they apply to', () => {
    expect(styled('.a{d:path("M1 1h2")}')).toContain('d="M1 1h2"')
    const converted = convertDrawing(
      drawingOf(
        '<style>*{cx:3px;r:4px;x:5px;width:50%;rx:1px}</style><circle/><rect/><text>a</text>',
      ),
    )
    const svg = 'svg' in converted ? converted.svg : ''
    expect(svg).toContain('<circle cx="3px" r="4px"/>')
    expect(svg).toContain('<rect x="5px" width="50%" rx="1px"/>')
    expect(svg).toContain('<text>a</text>')
  })

  it.each([
    ['clip-path', 'circle(8px at 12px 12px)'],
    ['clip-path', 'polygon(50% 0, 100% 100%, 0 100%)'],
    ['clip-path', 'path("M2 2h8v20h-8z")'],
    ['filter', 'drop-shadow(1px 1px 1px #00f) grayscale(.5)'],
    ['stroke-width', 'calc(2px * 2)'],
    ['paint-order', 'stroke'],
    ['transform-origin', '50% 50%'],
    ['mask-type', 'alpha'],
  ])('%s: %s is kept', (property, value) => {
    const written = value.replaceAll('"', '&quot;')
    expect(styled(`.a{${property}:${value}}`)).toContain(`${property}="${written}"`)
  })

  it.each([
    'mix-blend-mode:multiply',
    'transform:translate(4px,2px) rotate(20deg)',
    'rotate:30deg',
  ])('%s is kept in the style attribute', (declaration) => {
    expect(styled(`.a{${declaration}}`)).toContain(`style="${declaration}"`)
  })

  it('for markers and layers are written only where they have an effect', () => {
    expect(styled('.a{marker:url(#m)}')).toMatch(
      /marker-start="url\(#a\)" marker-mid="url\(#a\)" marker-end="url\(#a\)"/,
    )
    const inkscape = 'mix-blend-mode:normal;isolation:auto;-inkscape-stroke:none;line-height:1'
    expect(pathOf(`<path style="${inkscape}" d="M0 0"/>`)).toBe('<path d="M0 0"/>')
  })

  it('keep strings whole', () => {
    const path = pathOf(`<path style="font-family:'a;b\\'c';fill:red" d="M0 0"/>`)
    expect(path).toContain('fill="red"')
    expect(path).toContain("a;b'c")
  })

  it('keep colours of larger gamuts beside one that all renderers draw', () => {
    const path = pathOf(
      '<path style="fill:#D94040;fill:color(display-p3 0.85 0.25 0.25)" d="M0 0"/>',
    )
    expect(path).toMatch(
      /fill="rgb\(\d+, \d+, \d+\)" style="fill:color\(display-p3 0\.85 0\.25 0\.25\)"/,
    )
    expect(pathOf('<path fill="color-mix(in srgb, #f00, #00f)" d="M0 0"/>')).toContain(
      'fill="rgb(128, 0, 128)"',
    )
  })
})

describe('the limits of a style sheet', () => {
  const refusal = (inside: string) => {
    const converted = convertDrawing(drawingOf(inside))
    return 'refused' in converted ? converted.refused : converted.simplified
  }
  const sheet = (css: string) => `<style><![CDATA[${css}]]></style>`

  it('stop the matching of siblings of siblings', () => {
    const rows = (count: number) => '<path/>'.repeat(count) + '<g/>'
    expect(refusal(sheet('rect~path~path~g{fill:red}') + rows(20))).toEqual([])
    expect(refusal(sheet('path~rect~path~path~g{fill:red}'.repeat(20)) + rows(2_000))).toBe(
      'too_complex',
    )
    expect(refusal(sheet('path:nth-last-child(2){fill:red}') + rows(4_000))).toBe('too_complex')
  })

  it('stop variables that multiply', () => {
    const doubled = (count: number) =>
      Array.from({ length: count }, (_, at) => `--v${at}:var(--v${at + 1})var(--v${at + 1})`).join(
        ';',
      )
    expect(refusal(`<g style="${doubled(10)};--v10:x"/>`)).toEqual([])
    const each = '<g style="--w:var(--v0)"/>'.repeat(1_000)
    expect(refusal(`<g style="${doubled(10)};--v10:x">${each}</g>`)).toBe('too_complex')
  })

  it('leave out long selectors, further rules and deep nesting, and mark it', () => {
    const long = (length: number) => `${'a'.repeat(length)}{fill:red}`
    expect(refusal(sheet(long(SELECTOR_MAX)))).toEqual([])
    expect(refusal(sheet(long(SELECTOR_MAX + 1)))).toEqual(['selector'])
    expect(refusal(sheet('a{fill:red}'.repeat(RULES_MAX)))).toEqual([])
    expect(refusal(sheet('a{fill:red}'.repeat(RULES_MAX + 1)))).toEqual(['selector'])
    const nested = (depth: number) => `${'& a{fill:red;'.repeat(depth)}${'}'.repeat(depth)}`
    expect(refusal(sheet(`g{${nested(NESTING_MAX)}}`))).toEqual([])
    expect(refusal(sheet(`g{${nested(NESTING_MAX + 1)}}`))).toEqual(['css'])
  })
})
