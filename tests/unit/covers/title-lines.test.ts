import { describe, expect, it } from 'vitest'
import { EM } from '#covers/text.ts'
import { breakTitle, fitTitle } from '#covers/title-lines.ts'

const ROOM = { width: 980, height: 330 }
const widthOf = ({ lines, size }: Awaited<ReturnType<typeof fitTitle>>) =>
  Math.max(...lines.map(({ width }) => (width * size) / EM))

describe('the title on a cover', () => {
  it.each([
    ['Orchard', 1],
    ['Video editing for DaVinci Resolve', 2],
    ['配信用ページとオーバーレイのセット', 2],
    ['صفحة البث المباشر', 2],
    [`${'word '.repeat(39)}end`, 5],
    ['x'.repeat(200), 1],
  ])('fits in its place: %s', async (title, lines) => {
    const fitted = await fitTitle(title, 'ja', ROOM)
    expect(fitted.lines).toHaveLength(lines)
    expect(widthOf(fitted)).toBeLessThanOrEqual(ROOM.width + 1e-6)
    expect(fitted.size * fitted.lines.length).toBeLessThanOrEqual(ROOM.height)
  })

  it('breaks between words, and between words of languages without spaces', () => {
    expect(breakTitle('Video editing for DaVinci Resolve', ROOM)).toEqual([
      'Video editing for',
      'DaVinci Resolve',
    ])
    const lines = breakTitle('配信用ページとオーバーレイのセット', ROOM)
    expect(lines).toEqual(['配信用ページと', 'オーバーレイのセット'])
  })

  it('leaves out characters that no font has', async () => {
    const [plain, mixed] = await Promise.all([
      fitTitle('Tools', 'en', ROOM),
      fitTitle('𓀀 Tools 𓀀', 'en', ROOM),
    ])
    expect(mixed).toEqual(plain)
    expect(await fitTitle('𓀀', 'en', ROOM)).toEqual({ lines: [], size: 0 })
  })
})
