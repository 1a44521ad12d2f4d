import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { ELSEWHERE, HOSTILE_SVGS, REFUSED_SVGS } from '#tests/support/hostile-svgs.ts'
import { threadMsOf } from '#tests/support/processor-time.ts'

function safeSvg(source: string): string | null {
  const converted = convertDrawing(source)
  return 'svg' in converted ? converted.svg : null
}

describe('a hostile drawing', () => {
  it.each(Object.entries(HOSTILE_SVGS))('with %s keeps only drawing elements', (_, source) => {
    const safe = safeSvg(source) ?? ''
    expect(safe).not.toContain(ELSEWHERE)
    expect(safe).not.toMatch(/script|alert|\bon\w+=|javascript|data:|foreignObject|iframe|embed/i)
    expect(safe).not.toMatch(/<(?:a|set|animate|image|style)\b|<!|<\?/)
  })

  it.each(Object.entries(REFUSED_SVGS))('that is %s is refused', (_, source) => {
    expect(safeSvg(source)).toBeNull()
  })
})

describe('a harmless drawing', () => {
  it('keeps shapes, gradients and internal references', () => {
    const safe =
      safeSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor">
      <defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>
      <use href="#p"/><path id="p" d="M1 2h3" fill="url(#g)" style="stroke-width: 2"/></svg>`)
    expect(safe).toMatch(/^<svg [^>]*viewBox="0 0 24 24"/)
    for (const part of ['stroke="currentColor"', 'url(#a)', 'href="#b"', 'stop-color="#f00"'])
      expect(safe).toContain(part)
  })

  it('keeps colours from a style sheet', () => {
    const safe = safeSvg(
      '<svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:#0af}</style><path class="a" d="M0 0h9v9z"/></svg>',
    )
    expect(safe).toMatch(/fill[:=]\s*"?#0af/)
    expect(safe).not.toContain('<style')
  })
})

describe('an expensive drawing', () => {
  const refusal = (source: string) => {
    const found: unknown[] = []
    const ms = threadMsOf(() => {
      const converted = convertDrawing(source)
      found.push('refused' in converted ? converted.refused : null)
    })
    // Quadratic work would take 21.8 s and more, linear work takes milliseconds.
    expect(ms).toBeLessThan(1_500)
    return found[0]
  }
  const rules = (count: number) => '.a{fill:#00f}'.repeat(count)

  it('with many rules and elements is refused quickly: 7 kB, 160 kB', () => {
    const of = (count: number) =>
      drawingOf(`<style>${rules(count)}</style>${'<g class="a"/>'.repeat(count)}`)
    expect(refusal(of(260))).toBe('too_complex')
    expect(refusal(of(4_900))).toBe('too_complex')
  })

  it('with styles that multiply its size is refused', () => {
    const sheet = `.a{font-family:${'x'.repeat(5_000)}}`
    expect(refusal(drawingOf(`<style>${sheet}</style>${'<g class="a"/>'.repeat(500)}`))).toBe(
      'too_complex',
    )
  })

  const doubled = (tag: string) =>
    Array.from(
      { length: 40 },
      (_, at) => `<${tag} id="i${at}">${`<use href="#i${at - 1}"/>`.repeat(2)}</${tag}>`,
    ).join('')
  it.each(['g', 'symbol', 'defs'])(
    'by %s that is used twice, forty times over, is refused',
    (tag) => {
      expect(refusal(drawingOf(`${doubled(tag)}<use href="#i39"/>`))).toBe('too_complex')
    },
  )

  it.each([
    ['patterns in patterns', 'pattern', (id: string) => `<rect fill="url(#${id})"/>`.repeat(10)],
    ['masks in masks', 'mask', (id: string) => `<rect mask="url(#${id})"/>`.repeat(10)],
  ])('with %s is refused', (_, tag, inside) => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `<${tag} id="i${at}">${inside(`i${at - 1}`)}</${tag}>`,
    )
    expect(refusal(drawingOf(levels.join('')))).toBe('too_complex')
  })

  it('with a pattern that a style sheet applies to all elements is refused', () => {
    const pattern = `<pattern id="p">${'<rect/>'.repeat(100)}</pattern>`
    const sheet = '<style>g{fill:url(#p)}</style>'
    expect(refusal(drawingOf(`${sheet}${pattern}<g>${'<rect/>'.repeat(500)}</g>`))).toBe(
      'too_complex',
    )
  })

  it('with filters on a thousand shapes, or markers on a thousand vertices, is refused', () => {
    const filter = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
    expect(refusal(drawingOf(filter + '<rect filter="url(#f)"/>'.repeat(1_000)))).toBe(
      'too_complex',
    )
    const marker = `<marker id="m">${'<path d="M0 0"/>'.repeat(50)}</marker>`
    const path = `<path marker-mid="url(#m)" d="M0 0${'h1'.repeat(2_000)}"/>`
    expect(refusal(drawingOf(marker + path))).toBe('too_complex')
  })

  it('with circular references, or a long chain of them, is refused', () => {
    expect(refusal(drawingOf('<g id="a"><use href="#a"/></g>'))).toBe('too_complex')
    const chain = Array.from(
      { length: 1_000 },
      (_, at) => `<g id="i${at}"><use href="#i${at + 1}"/></g>`,
    )
    expect(refusal(drawingOf(chain.join('')))).toBe('too_complex')
  })

  it('with too much depth, too many elements or attributes is refused', () => {
    expect(refusal(drawingOf('<g>'.repeat(20_000) + '</g>'.repeat(20_000)))).toBe('too_deep')
    expect(refusal(drawingOf('<g/>'.repeat(6_000)))).toBe('too_many_elements')
    const names = Array.from({ length: 20_000 }, (_, at) => `a${at}=""`)
    expect(refusal(drawingOf(`<g ${names.join(' ')}/>`))).toBe('too_complex')
  })

  it('with extreme numbers is kept without them', () => {
    const converted = convertDrawing(
      drawingOf(
        `<filter id="f" width="1000000"><feGaussianBlur stdDeviation="9999"/><feTurbulence numOctaves="999"/><feConvolveMatrix order="99"/></filter>
        <path d="M0 0h9" stroke-dasharray="0.0001" filter="url(#f)"/>`,
        'width="1000000" height="1000000"',
      ),
    )
    const svg = 'svg' in converted ? converted.svg : ''
    expect(svg).toContain('viewBox="0 0 1000000 1000000"')
    expect(svg).not.toMatch(/99|0\.0001| width="1000000"/)
    expect('svg' in converted && converted.simplified).toEqual(['expensive', 'filter'])
    expect(svg).toContain('M0 0h9')
  })
})
