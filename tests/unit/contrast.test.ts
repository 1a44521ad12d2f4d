import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')

/** The tokens of a theme: what stands in the block whose selector ends with it. */
function tokens(theme: string): Map<string, string> {
  const block = css.split(`[data-theme='${theme}'] {`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio (WCAG 2.2, success criterion 1.4.3). */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const KINDS = ['neutral', 'icon', 'plugin', 'profile', 'flexpage']
const SURFACES = ['surface-0', 'surface-1', 'surface-2']
const TEXTS = ['text', 'text-muted', 'text-faint', 'success', 'danger', 'warning', 'info']
const PAIRS: [string, string, number][] = [
  ...SURFACES.flatMap((surface) =>
    TEXTS.map((text) => [text, surface, 4.5] satisfies [string, string, number]),
  ),
  ...KINDS.flatMap((kind) => [
    [`accent-${kind}`, 'surface-0', 4.5] satisfies [string, string, number],
    [`accent-${kind}`, 'surface-1', 4.5] satisfies [string, string, number],
    [`accent-${kind}`, `accent-${kind}-soft`, 4.5] satisfies [string, string, number],
    ['text-inverse', `accent-${kind}`, 4.5] satisfies [string, string, number],
  ]),
  ...SURFACES.map((surface) => ['focus', surface, 3] satisfies [string, string, number]),
]

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const values = tokens(theme)
  it.each(PAIRS)('has %s on %s with a contrast of at least %f', (front, back, least) => {
    const [a, b] = [values.get(front), values.get(back)]
    if (!a || !b) throw new Error(`no such token: ${front} or ${back}`)
    expect(contrast(a, b)).toBeGreaterThanOrEqual(least)
  })
})
