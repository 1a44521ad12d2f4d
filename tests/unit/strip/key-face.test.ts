import { describe, expect, it } from 'vitest'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { faceOf } from '#lib/strip/key-face.ts'

const key = (more: Partial<StripKey> = {}): StripKey => ({
  x: 0, width: 180, icon: '/api/v1/file/a/icons/cut.svg', label: 'Blade', background: '#000000', foreground: '#ffffff',
  action: { type: 'hotkey', keys: ['b'] }, ...more,
}) // prettier-ignore

describe('the face of a key', () => {
  it.each([
    ['its icon beside its label', {}, 'row'],
    ['its label below the icon where it is narrow', { width: 70 }, 'stack'],
    ['its icon alone where no label fits', { width: 40, label: 'Compare versions' }, 'icon'],
    ['its icon alone without a label', { label: '' }, 'icon'],
    ['its label alone without an icon', { icon: null }, 'text'],
    ['wide letters below the icon where narrow ones would fit', { width: 115, label: '切り抜き' }, 'stack'],
    ['narrow letters where they fit', { width: 115, label: 'Trim' }, 'row'],
  ] as const)('has %s', (_, more, layout) => {
    expect(faceOf(key(more), 'en').layout).toBe(layout)
  }) // prettier-ignore

  it('shows the sample value of a display instead of its label', () => {
    const action = { type: 'display', source: 'clock.time' } as const
    expect(faceOf(key({ action }), 'en')).toEqual({ text: '14:32', isValue: true, layout: 'row' })
  })

  it('shows the label of a display of an unknown source', () => {
    const action = { type: 'display', source: 'window.title' } as const
    expect(faceOf(key({ action }), 'en')).toMatchObject({ text: 'Blade', isValue: false })
  })

  it('is never empty', () => {
    const action = { type: 'display', source: 'window.title' } as const
    expect(faceOf(key({ action, icon: null, label: '' }), 'en').text).toBe('···')
  })
})
