import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')

/** The tokens of a theme: what stands in the first block whose selector ends with it. */
function tokens(theme: string, source = css): Map<string, string> {
  const block = source.split(`[data-theme='${theme}'] {`)[1]?.split('}')[0] ?? ''
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
  ['accent-profile-on', 'accent-profile-fill', 7],
  // Focus rings, and edges of fields and choices (WCAG 2.2, success criterion 1.4.11).
  ...['focus', 'border-control', 'danger'].flatMap((edge) =>
    SURFACES.map((surface) => [edge, surface, 3] satisfies [string, string, number]),
  ),
]

/** Opacity of a disabled control (`disabled:opacity-75`). */
const DISABLED = 0.75

/** A colour with an opacity over another. */
const over = (front: string, back: string, opacity: number) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [front, back].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
      return Math.round((a ?? 0) * opacity + (b ?? 0) * (1 - opacity))
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const values = tokens(theme)
  it.each(PAIRS)('has %s on %s with a contrast of at least %f', (front, back, least) => {
    const [a, b] = [values.get(front), values.get(back)]
    if (!a || !b) throw new Error(`no such token: ${front} or ${back}`)
    expect(contrast(a, b)).toBeGreaterThanOrEqual(least)
  })

  it.each([...KINDS.map((kind) => `accent-${kind}`), 'danger'])(
    'keeps the text of a disabled button readable on %s',
    (fill) => {
      const value = (name: string) => values.get(name) ?? ''
      for (const surface of SURFACES) {
        const [text, ground] = ['text-inverse', fill].map((name) =>
          over(value(name), value(surface), DISABLED),
        )
        expect(contrast(text ?? '', ground ?? ''), surface).toBeGreaterThanOrEqual(3)
      }
    },
  )
})

describe.each(['dark', 'light'])('the %s theme with more contrast', (theme) => {
  const [, source] = css.split('@media (prefers-contrast: more) {')
  const values = tokens(theme)
  const more = tokens(theme, source)

  it.each([
    ['text-muted', 7],
    ['text-faint', 7],
    ['border', 3],
  ])('has %s with a contrast of at least %i on every surface', (name, least) => {
    for (const surface of SURFACES) {
      const ratio = contrast(more.get(name) ?? '', values.get(surface) ?? '')
      expect(ratio, surface).toBeGreaterThanOrEqual(least)
    }
  })
})

describe('sources', () => {
  const classes = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  )

  it('have one opacity for disabled controls', () => {
    const found = classes.flatMap((text) => text.match(/disabled:opacity-\d+/g) ?? [])
    expect(new Set(found)).toEqual(new Set([`disabled:opacity-${DISABLED * 100}`]))
  })
})
