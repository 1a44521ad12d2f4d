import { describe, expect, it } from 'vitest'
import {
  flexpageManifestSchema,
  iconPackManifestSchema,
  profileManifestSchema,
} from '#lib/contract/file/container.ts'

const head = {
  format_version: 1,
  name: 'N',
  version: '1.0.0',
  author: 'A',
  minimum_version: '1.0.0',
  license: 'MIT',
}
const key = (more: object = {}) => ({
  x: 0, width: 100, icon: null, label: '', background: '#000000', foreground: '#ffffff',
  action: { type: 'hotkey', keys: ['a'] }, ...more,
}) // prettier-ignore
const page = (keys: object[], id = 'one') => ({ id, name: 'P', keys })
const profile = (pages: object[]) => ({
  format: 'profile',
  ...head,
  device: { width: 2170, height: 60 },
  pages,
})
const pack = (files: string[]) => ({
  format: 'iconpack', ...head,
  source: { name: 'S', author: 'A', url: 'https://example.org' },
  icons: files.map((file) => ({ name: 'n', file })),
}) // prettier-ignore
const takes = (file: string) => iconPackManifestSchema.safeParse(pack([file])).success
const flexpage = (pages: object[]) => ({ ...profile(pages), format: 'flexpage' })
const accepts = (manifest: object) => profileManifestSchema.safeParse(manifest).success

describe('a container manifest', () => {
  it('accepts adjacent keys on the strip', () => {
    expect(accepts(profile([page([key(), key({ x: 100, width: 2070 })])]))).toBe(true)
  })

  it('rejects a key outside of the strip, and overlapping keys', () => {
    expect(accepts(profile([page([key({ x: 2100 })])]))).toBe(false)
    expect(accepts(profile([page([key(), key({ x: 99 })])]))).toBe(false)
  })

  it('rejects a key that opens a missing page, and two pages with one name', () => {
    const opens = (id: string) => profile([page([key({ action: { type: 'page', page: id } })])])
    expect(accepts(opens('one'))).toBe(true)
    expect(accepts(opens('two'))).toBe(false)
    expect(accepts(profile([page([key()]), page([key()])]))).toBe(false)
  })

  it('rejects icon paths outside of the folder', () => {
    expect(takes('icons/cloud-sun.svg')).toBe(true)
    for (const file of [
      'icons/../a.svg',
      '/icons/a.svg',
      'icons/a/b.svg',
      'icons/a.SVG',
      'icons/a.png',
    ])
      expect(takes(file)).toBe(false)
  })

  it('rejects two icons in one file', () => {
    expect(iconPackManifestSchema.safeParse(pack(['icons/a.svg', 'icons/a.svg'])).success).toBe(
      false,
    )
  })

  it('gives a flexible page exactly one page', () => {
    expect(flexpageManifestSchema.safeParse(flexpage([page([key()])])).success).toBe(true)
    expect(
      flexpageManifestSchema.safeParse(flexpage([page([key()]), page([key()], 'two')])).success,
    ).toBe(false)
  })
})
