import { describe, expect, it } from 'vitest'
import { convertDrawing, decodeDrawing } from '#backend/services/drawing/convert.ts'
import { ENTITIES_MAX, EXPANDED_MAX } from '#backend/services/drawing/limits.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'

const converted = (source: string) => convertDrawing(source)
const svgOf = (source: string) => {
  const result = converted(source)
  return 'svg' in result ? result.svg : result.refused
}

/** As Illustrator 16 writes it. */
const ILLUSTRATOR = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 16.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 24 24" style="enable-background:new 0 0 24 24;" xml:space="preserve">
<switch><foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1">
<i:pgfRef xlink:href="#adobe_illustrator_pgf"></i:pgfRef></foreignObject>
<g i:extraneous="self"><rect x="3" y="3" fill="#ED1C24" width="18" height="18"/></g></switch>
<i:pgf id="adobe_illustrator_pgf"><![CDATA[eJzsvWuTHUlyHfi9]]></i:pgf></svg>`

describe('a document', () => {
  it('of Illustrator, with entities for its namespaces, is drawn whole', () => {
    expect(converted(ILLUSTRATOR)).toMatchObject({ tone: 'any', simplified: [] })
    expect(svgOf(ILLUSTRATOR)).toContain(
      '<switch><g><rect x="3" y="3" fill="#ED1C24" width="18" height="18"/></g></switch>',
    )
  })

  it('with shapes and styles in entities has them', () => {
    const source = `<!DOCTYPE svg [<!ENTITY dot "<circle r='3'/>"><!ENTITY st0 'fill:#00a;font-family:"A"'><!ENTITY both "&dot;&dot;">]>${drawingOf('&both;<rect style="&st0;"/>')}`
    expect(svgOf(source)).toContain('<circle r="3"/><circle r="3"/><rect fill="#00a"')
  })

  it('with entities of HTML, unknown ones and bare ampersands keeps its shapes', () => {
    const source = drawingOf('<title>A & B</title><text>a&nbsp;b&unknown;</text><path d="M0 0"/>')
    expect(svgOf(source)).toContain('<text>a\u00a0b')
    expect(svgOf(source)).toContain('<path d="M0 0"/>')
    expect(converted(source)).toMatchObject({ simplified: ['entity'] })
    expect(converted(drawingOf('<text>&nbsp;&auml;&#228;</text>'))).toMatchObject({
      simplified: [],
    })
  })

  it('may declare and insert as much as the limits allow', () => {
    const declaring = (count: number, text: string, uses = 1) =>
      `<!DOCTYPE svg [${Array.from({ length: count }, (_, at) => `<!ENTITY e${at} "${text}">`).join('')}]>${drawingOf(`<text>${'&e0;'.repeat(uses)}</text>`)}`
    expect(svgOf(declaring(ENTITIES_MAX, 'x'))).toContain('<text>x</text>')
    expect(svgOf(declaring(ENTITIES_MAX + 1, 'x'))).toBe('entities')
    const text = 'x'.repeat(8 * 1024)
    // The result has a limit of its own, which is a little lower.
    expect(svgOf(declaring(1, text, EXPANDED_MAX / text.length - 1))).toContain(text)
    expect(svgOf(declaring(1, text, EXPANDED_MAX / text.length + 1))).toBe('too_complex')
    expect(converted(declaring(1, 'x'.repeat(10_001)))).toMatchObject({ simplified: ['entity'] })
  })

  it('without namespaces, or with prefixes that are not declared, is read as SVG', () => {
    const source = `<svg viewBox="0 0 9 9"><sodipodi:namedview inkscape:zoom="1"/><g id="a"><path d="M0 0"/></g><use xlink:href="#a"/></svg>`
    expect(svgOf(source)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="a"><path d="M0 0"/></g><use href="#a"/></svg>',
    )
    expect(
      svgOf('<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M0 0"/></svg:svg>'),
    ).toContain('<path d="M0 0"/>')
  })

  it('has no shapes from elements that browsers do not draw', () => {
    const inside = `<unknown><path d="M1 1"/></unknown><a><a><path d="M3 3"/></a></a><g xmlns="http://www.w3.org/1999/xhtml"><path d="M2 2"/></g><path d="M0 0"/>`
    expect(svgOf(drawingOf(inside))).toContain('><g/><path d="M0 0"/></svg>')
    expect(converted(drawingOf(inside))).toMatchObject({ simplified: [] })
  })
})

describe('a file', () => {
  const source = drawingOf('<text>été “ß”</text>')
  const wide = (order: 'le' | 'be', mark: boolean) => {
    const bytes = Buffer.from(
      `${mark ? '\ufeff' : ''}<?xml version="1.0" encoding="UTF-16"?>${source}`,
      'utf16le',
    )
    return order === 'le' ? bytes : bytes.swap16()
  }
  const legacy = (text: string) =>
    Buffer.from([...text].map((character) => BYTES.get(character) ?? character.charCodeAt(0)))
  const BYTES = new Map([
    ['“', 0x93],
    ['”', 0x94],
  ])
  const declared = (name: string) => `<?xml version="1.0" encoding="${name}"?>${source}`

  it.each([
    ['UTF-8', Buffer.from(source)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${source}`)],
    ['UTF-16 with a byte order mark', wide('le', true)],
    ['UTF-16 in the other order', wide('be', true)],
    ['UTF-16 without a mark', wide('le', false)],
    ['UTF-16 in the other order without a mark', wide('be', false)],
    ['Windows-1252 without a declaration', legacy(source)],
    ['Windows-1252', legacy(declared('windows-1252'))],
    ['ISO-8859-1, which is Windows-1252', legacy(declared('ISO-8859-1'))],
    ['Windows-1252 that is declared as UTF-8', legacy(declared('UTF-8'))],
    ['UTF-8 that is declared as UTF-16', Buffer.from(declared('UTF-16'))],
    ['UTF-8 with an unknown declaration', Buffer.from(declared('x-mac-klingon'))],
  ])('in %s is decoded', (_, bytes) => {
    expect(decodeDrawing(bytes)).toContain('<text>été “ß”</text>')
    expect(svgOf(decodeDrawing(bytes))).toContain('<text>été “ß”</text>')
  })

  it('in the encoding of its declaration is decoded', () => {
    const japanese = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><svg><text>'),
      Buffer.from([0x83, 0x4f, 0x83, 0x89]),
      Buffer.from('</text></svg>'),
    ])
    expect(svgOf(decodeDrawing(japanese))).toContain('<text>グラ</text>')
  })
})
