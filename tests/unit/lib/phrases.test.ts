import { describe, expect, it } from 'vitest'
import { phrasesOf } from '#lib/text/phrases.ts'

describe('a line may end', () => {
  it.each([
    ['between words, after the space', 'Video editing for Resolve', 'Video |editing |for |Resolve'],
    ['not within words with hyphens', 'wi-fi 設定', 'wi-fi |設定'],
    ['not at hyphens and slashes between two scripts', '日本語/English', '日本語/English'],
    ['after Japanese particles and endings', '夜の街を描いたパック', '夜の|街を|描いた|パック'],
    ['not within words that are in no dictionary', 'おすすめのアイコン', 'おすすめの|アイコン'],
    ['before words with an ending of their own', '夜の新しいアイコン', '夜の|新しい|アイコン'],
    ['before long words in Hiragana', '人気のおすすめ', '人気の|おすすめ'],
    ['after suffixes', '配信用ページと小組件', '配信用|ページと|小組件'],
    [
      'between Chinese words',
      '花鸟主题的图标包，适合夜间使用',
      '花鸟|主题的|图标包，|适合|夜间|使用',
    ],
    ['after closing marks', '「重要」な通知', '「重要」な|通知'],
    ['between Korean words, at spaces', '한국어 아이콘 팩', '한국어 |아이콘 |팩'],
    ['between Thai words', 'ภาพสวยงามสำหรับคุณ', 'ภาพ|สวยงาม|สำหรับ|คุณ'],
  ])('%s', (_, text, expected) => {
    expect(phrasesOf(text).join('|')).toBe(expected)
  })

  it('nowhere in nothing, and in time linear in a long text', () => {
    expect(phrasesOf('')).toEqual([])
    const long = '東京の地下鉄の路線記号'.repeat(1000)
    expect(phrasesOf(long).join('')).toBe(long)
  })
})
