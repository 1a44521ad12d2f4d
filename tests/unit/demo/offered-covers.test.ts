import { describe, expect, it } from 'vitest'
import { PALETTES } from '#covers/palette.ts'
import { drawCovers, drawGallery } from '#covers/offer.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { COVER_LAYOUTS, COVER_PALETTE_NAMES, COVER_PALETTES } from '#lib/contract/file/cover.ts'

const icon = (name: string) => ({ name, body: '<path d="M0 0h9"/>', size: 24, scale: 1 })
const icons = (count: number) => Array.from({ length: count }, (_, at) => icon(`icon-${at}`))
const key = (width: number) => ({
  icon: null,
  label: { width: 40, body: '<path d="M0 0h9"/>' },
  value: null,
  background: '#000000',
  foreground: '#ffffff',
  width,
})
const page = (keys: number) => Array.from({ length: keys }, () => key(36))
const palette = PALETTES.ink
const packOf = (count: number) => ({ pack: { icons: icons(count), palette, random: () => 0.5 } })
const stripOf = (...pages: number[]) => ({ strip: { pages: pages.map(page), palette } })

const fitted = { lines: [{ width: 300, body: '<path d="M0 0h9"/>' }], size: 90 }
const untitled = { lines: [], size: 0 }
const titleOf = (kind: FileKind, text = fitted) => ({
  title: { kind, palette, wide: text, tall: text },
})

describe('covers of a creator’s file', () => {
  it.each([
    ['the title of a pack', titleOf('icon')],
    ['the title of a profile', titleOf('profile')],
    ['the title of a page', titleOf('flexpage')],
    ['a kind without a title', titleOf('profile', untitled)],
    ['one icon', packOf(1)],
    ['many icons', packOf(48)],
    ['one key', stripOf(1)],
    ['many keys on many pages', stripOf(60, 60, 60, 1, 2, 3)],
  ])('have numbers in every layout: %s', (_what, art) => {
    const covers = drawCovers(art)
    expect(new Set(covers).size).toBe(COVER_LAYOUTS)
    for (const svg of [...covers, ...drawGallery(art)]) {
      expect(svg).not.toMatch(/NaN|Infinity|undefined|(?:width|height)="-/)
    }
  })

  it('have a gallery of one to three pictures', () => {
    expect(drawGallery(packOf(2))).toHaveLength(2)
    expect(drawGallery(titleOf('profile'))).toHaveLength(1)
    expect(drawGallery(stripOf(1))).toHaveLength(1)
    expect(drawGallery(stripOf(1, 1, 1, 1, 1, 1, 1, 1))).toHaveLength(3)
  })

  it('have the colours that the form shows', () => {
    for (const name of COVER_PALETTE_NAMES) {
      const { ground, accent, keys } = PALETTES[name]
      expect(COVER_PALETTES[name], name).toEqual([ground, accent, keys[0]])
    }
  })
})
