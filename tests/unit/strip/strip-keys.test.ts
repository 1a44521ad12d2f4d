import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { StripKeys } from '#components/strip/strip-keys.tsx'
import type { StripKey } from '#lib/contract/file/contents.ts'

const key = (x: number, width: number, more: Partial<StripKey> = {}): StripKey => ({
  x, width, icon: null, label: 'Cut', background: '#102030', foreground: '#f0f0f0',
  action: { type: 'hotkey', keys: ['b'] }, ...more,
}) // prettier-ignore
const draw = (keys: StripKey[], isChoice = false) =>
  renderToStaticMarkup(
    createElement(StripKeys, {
      keys,
      lang: 'en',
      ...(isChoice && {
        choice: { name: 'key-0', explain: ({ label }: StripKey) => `${label}: cuts` },
      }),
    }),
  )

describe('the drawing of a strip', () => {
  it('places keys by their width and the gap before them; keys of the second format overlap', () => {
    const html = draw([key(10, 100), key(116, 50), key(160, 40)])
    const places = [...html.matchAll(/--w:(\d+);--g:(-?\d+)/g)].map(([, w, g]) => [w, g])
    expect(places).toEqual([['100', '10'], ['50', '6'], ['40', '-6']]) // prettier-ignore
  })

  it('has the colours of the file, and its labels as text', () => {
    const html = draw([key(0, 300, { label: '<b>' })])
    expect(html).toContain('background:#102030;color:#f0f0f0')
    expect(html).toContain('<bdi>&lt;b&gt;</bdi>')
  })

  it('is a picture, unless keys can be chosen: then each is a radio button named by what it does', () => {
    expect(draw([key(0, 300)])).not.toContain('<input')
    const html = draw([key(0, 300), key(306, 300)], true)
    expect(html.match(/<input type="radio" name="key-0"\/>/g)).toHaveLength(2)
    expect(html).toContain('<small>Cut: cuts</small>')
  })

  it('shows icons as masks of an address, never as markup', () => {
    const icon = '/api/v1/file/a/icons/cut.svg'
    expect(draw([key(0, 300, { icon })])).toContain(`mask-image:url(&quot;${icon}&quot;)`)
  })
})
