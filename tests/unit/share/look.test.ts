import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HUES, LOOK } from '#lib/share/look.ts'

const css = readFileSync(new URL('../../../app/globals.css', import.meta.url), 'utf8')
const dark = css.split(`[data-theme='dark'] {`)[1]?.split('}')[0] ?? ''
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(dark)?.[1]

it('a share card has the colours of the dark theme', () => {
  expect(LOOK).toEqual({
    surface: token('surface-0'),
    raised: token('surface-2'),
    border: token('border'),
    text: token('text'),
    muted: token('text-muted'),
  })
  for (const [kind, { accent, soft }] of Object.entries(HUES)) {
    expect([accent, soft], kind).toEqual([token(`accent-${kind}`), token(`accent-${kind}-soft`)])
  }
})
