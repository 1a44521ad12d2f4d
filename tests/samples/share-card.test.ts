import { createElement } from 'react'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ShareCard } from '#components/share/card.tsx'
import { printable } from '#lib/contract/text.ts'
import { drawCard } from '#lib/share/draw.ts'
import { PICTURE } from '#lib/share/look.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

const RED = { r: 230, g: 20, b: 30 }
const SRC = '/api/v1/file/a/cover.webp'

type Words = {
  title: string
  titleLang?: string
  subtitle?: string
  icons?: string[]
  purpose?: string
}

/** A pack's card with a red cover, and how to ask it for a colour. */
async function aCard({ title, titleLang, subtitle = 'by Ada', icons = [], purpose }: Words) {
  const image = (size: { width: number; height: number }) =>
    sharp({ create: { ...size, channels: 3, background: RED } })
      .png()
      .toBuffer()
  const data = await image(PICTURE)
  const card = createElement(ShareCard, {
    site: { name: 'Keystrip', host: 'keystrip.example' },
    lang: 'en',
    kind: { kind: 'icon', word: 'Icon pack' },
    ...(purpose !== undefined && { purpose }),
    title,
    titleLang,
    subtitle,
    pictures: [SRC],
    icons,
  })
  const pictures = [SRC, ...icons].map((src) => ({ src, data }))
  const jpeg = await drawCard(card, { lang: 'en', pictures })
  return {
    jpeg,
    at: async (left: number, top: number) => {
      const area = { left, top, width: 1, height: 1 }
      const [r = 0, g = 0, b = 0] = await sharp(jpeg).extract(area).raw().toBuffer()
      return { r, g, b }
    },
    /** How many pixels of an area, by default the place for words, are brighter than the ground. */
    ink: async (area = { left: 64, top: 110, width: 500, height: 420 }, brighter = 160) => {
      const pixels = await sharp(jpeg).extract(area).greyscale().raw().toBuffer()
      return pixels.filter((value) => value > brighter).length
    },
  }
}

const near = ({ r, g, b }: typeof RED, other: typeof RED) =>
  Math.abs(r - other.r) + Math.abs(g - other.g) + Math.abs(b - other.b) < 40

describe('a share card', () => {
  it('is a JPEG of 1200×630 pixels, small enough for every network', async () => {
    const { jpeg } = await aCard({ title: 'Orchard' })
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(jpeg.length).toBeLessThan(300_000)
  })

  it.each([
    ['short', 'x'],
    ['long', 'A title that goes on '.repeat(10)],
    ['one word', 'x'.repeat(200)],
    ['Chinese', '山水月亮的森林'.repeat(28)],
    ['Arabic', 'حزمة أيقونات مدهشة '.repeat(10)],
    ['without letters', '🎹🎛️🎚️ — !?'],
    ['hostile', '</svg><script>alert(1)</script>'],
    ['of broken characters', 'a\u0000\ud800\u202e\u0008b'],
  ])('does not let picture, text and keys overlap with a title that is %s', async (_, title) => {
    const card = await aCard({ title, subtitle: title })
    expect(near(await card.at(630, 250), RED), 'left edge of the cover').toBe(true)
    expect(near(await card.at(1120, 400), RED), 'right edge of the cover').toBe(true)
    expect(near(await card.at(100, 600), { r: 0xb7, g: 0xa1, b: 0xff }), 'a key').toBe(true)
    expect(await card.ink(), 'words').toBeGreaterThan(300)
  })

  it('ends Japanese lines between phrases', async () => {
    const card = await aCard({
      title: '東京の地下鉄の路線記号を集めたアイコンパック',
      titleLang: 'ja',
    })
    // The last of three lines is アイコンパック: た would make it longer.
    const line = { top: 346, height: 44 }
    expect(await card.ink({ ...line, left: 64, width: 322 }), 'the last line').toBeGreaterThan(100)
    expect(await card.ink({ ...line, left: 390, width: 180 }), 'behind it').toBe(0)
  })

  it('uses the glyphs of the title’s language', async () => {
    const [chinese, japanese] = await Promise.all([
      aCard({ title: '骨直海角', titleLang: 'zh-Hans' }),
      aCard({ title: '骨直海角', titleLang: 'ja' }),
    ])
    expect(chinese.jpeg.equals(japanese.jpeg)).toBe(false)
  })

  it('shows a pack’s icons on its keys', async () => {
    const card = await aCard({ title: 'Orchard', icons: ['/api/v1/icon/a/icons/sun.svg'] })
    expect(near(await card.at(100, 585), RED)).toBe(true)
  })

  it('names application and device at the top, where others have the host', async () => {
    const top = { left: 600, top: 45, width: 300, height: 60 }
    const [project, home] = await Promise.all([
      aCard({ title: 'Orchard', purpose: 'Icon pack for Designer, the app for touch strips' }),
      aCard({ title: 'Orchard' }),
    ])
    expect(await project.ink(top, 100)).toBeGreaterThan(200)
    expect(await home.ink(top, 100)).toBe(0)
  })
})

it.each(HOSTILE_STRINGS)('%s is drawn on a share card as text', async (_, text) => {
  const card = createElement(ShareCard, {
    site: { name: text, host: 'keystrip.example' },
    lang: 'en',
    kind: { kind: 'icon', word: text },
    title: printable(text),
    titleLang: 'en',
    subtitle: printable(text),
    pictures: [],
    icons: [],
  })
  const jpeg = await drawCard(card, { lang: 'en', pictures: [] })
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 })
})
