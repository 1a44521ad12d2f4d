import { describe, expect, it } from 'vitest'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { ELSEWHERE, HOSTILE_SVGS, REFUSED_SVGS } from '#tests/support/hostile-svgs.ts'

function safeSvg(source: string): string | null {
  const converted = convertDrawing(source)
  return 'svg' in converted ? converted.svg : null
}

describe('a hostile drawing', () => {
  it.each(Object.entries(HOSTILE_SVGS))('with %s keeps nothing but what draws', (_, source) => {
    const safe = safeSvg(source) ?? ''
    expect(safe).not.toContain(ELSEWHERE)
    expect(safe).not.toMatch(/script|alert|\bon\w+=|javascript|data:|foreignObject|iframe|embed/i)
    expect(safe).not.toMatch(/<(?:a|set|animate|image|style|feImage)\b|<!|<\?/)
  })

  it.each(Object.entries(REFUSED_SVGS))('that is %s is not shown', (_, source) => {
    expect(safeSvg(source)).toBeNull()
  })
})

describe('an honest drawing', () => {
  it('keeps its shapes, gradients and references within itself', () => {
    const safe =
      safeSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor">
      <defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>
      <use href="#p"/><path id="p" d="M1 2h3" fill="url(#g)" style="stroke-width: 2"/></svg>`)
    expect(safe).toMatch(/^<svg [^>]*viewBox="0 0 24 24"/)
    for (const part of ['stroke="currentColor"', 'url(#g)', 'href="#p"', 'stop-color="#f00"'])
      expect(safe).toContain(part)
  })

  it('keeps colours that stood in a style sheet', () => {
    const safe = safeSvg(
      '<svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:#0af}</style><path class="a" d="M0 0h9v9z"/></svg>',
    )
    expect(safe).toMatch(/fill[:=]\s*"?#0af/)
    expect(safe).not.toContain('<style')
  })
})
