import { describe, expect, it } from 'vitest'
import { fold } from '#backend/text/fold.ts'
import { HAN_VARIANTS_MAX, hanVariants, simplify } from '#backend/text/han.ts'
import { romajiOf } from '#backend/text/kana.ts'

describe('Han characters', () => {
  it.each([
    ['鳥', ['鸟']],
    ['鸟', ['鳥']],
    ['花鳥', ['花鸟']],
    ['發', ['发', '発']],
    ['髮', ['发', '髪']],
    ['発', ['發', '发']],
    ['臺灣', ['台湾', '台灣', '臺湾']],
    ['山', []],
    ['ab', []],
  ])('%s is also written %j', (gram, variants) => {
    expect(hanVariants(gram).toSorted()).toEqual(variants.toSorted())
  })

  it('发 may be both of 發 and 髮, which are not each other', () => {
    expect(hanVariants('发')).toEqual(expect.arrayContaining(['發', '髮']))
    expect(hanVariants('髮')).not.toContain('發')
  })

  it('have few variants each, and in pairs', () => {
    const all = Array.from({ length: 0x9fff - 0x4e00 }, (_, at) => String.fromCharCode(0x4e00 + at))
    const most = all.toSorted((a, b) => hanVariants(b).length - hanVariants(a).length).slice(0, 9)
    for (const first of most) {
      for (const second of most) {
        expect(hanVariants(first + second).length).toBeLessThanOrEqual(HAN_VARIANTS_MAX)
      }
    }
  })

  it.each([
    ['花鳥風月', '花鸟风月'],
    ['発', '发'],
    ['台灣', '台湾'],
    ['コーヒー abc', 'コーヒー abc'],
  ])('%s is simplified to %s', (text, simplified) => {
    expect(simplify(text)).toBe(simplified)
    expect(simplify(simplified)).toBe(simplified)
  })
})

describe('kana', () => {
  it.each([
    ['さくら', ['sakura']],
    ['サクラ', ['sakura']],
    ['とうきょう', ['toukyou', 'tokyo']],
    ['コーヒー', ['koohii', 'kohi']],
    ['ニンテンドー', ['nintendoo', 'nintendo']],
    ['まっちゃ', ['matcha']],
    ['カッコいい', ['kakkoii']],
    ['ファミコン', ['famikon']],
    ['ティーパーティー', ['tiipaatii', 'tipati']],
    ['ウィジェット', ['wijetto']],
    ['ヴァイオリン', ['vaiorin']],
    ['しゃしん', ['shashin']],
    ['じゅんび', ['junbi']],
    ['き', []],
    ['東京', []],
    ['sakura', []],
    ['か'.repeat(21), []],
  ])('%s: %j', (kana, romaji) => {
    expect(romajiOf(fold(kana))).toEqual(romaji)
  })
})
