import { describe, expect, it } from 'vitest'
import { DEMO_PROJECTS } from '#demo/projects.ts'
import { SITE_LANGUAGES } from '#lib/contract/locale.ts'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { detectLanguage } from '#backend/text/language.ts'
import { expectWithin } from '#tests/support/processor-time.ts'

const detect = (title: string, description = '') => detectLanguage({ title, description })
const firstSentence = (text: string) => text.trim().split(/(?<=[.!?。！？])/u)[0] ?? ''
const packsIn = (language: string) =>
  Object.values(DEMO_PROJECTS.icon).filter((pack) => pack.language === language)

describe('the detected language', () => {
  it.each(SITE_LANGUAGES)(
    'is right for the packs of the demo catalogue in %s; one may have none',
    async (language) => {
      const all = packsIn(language)
      const found = await Promise.all(all.map(({ title, body }) => detect(title, body)))
      const others = found.filter((one) => one !== language)
      expect([[], [null]]).toContainEqual(others)
    },
  )

  it.each(SITE_LANGUAGES)(
    'is right or missing for a title in %s with one sentence',
    async (language) => {
      const all = packsIn(language)
      const found = await Promise.all(
        all.map(({ title, body }) => detect(title, firstSentence(body))),
      )
      expect([language, null]).toEqual(expect.arrayContaining(found))
      expect(found.filter((one) => one === language).length).toBeGreaterThan(0.8 * all.length)
    },
  )

  it.each([
    ['ja', 'みんなの顔'],
    ['ja', '天気図'],
    ['ja', '東京駅'],
    ['ja', '春のアイコン icon pack'],
    ['zh-Hans', '天气图标'],
    ['zh-Hans', '简单の图标，适合夜间写作使用'],
    ['zh-Hant', '適合夜間寫作使用的圖示，線條簡單'],
    ['ko', '봄의 아이콘'],
    ['th', 'ไอคอนอากาศ'],
    ['he', 'סמלי מזג אוויר'],
    ['el', 'Εικόνες καιρού'],
  ])('is %s for the script of “%s”', async (language, title) => {
    expect(await detect(title)).toBe(language)
  })

  it.each([
    ['nothing', '', ''],
    ['a name', 'NeteaseMusic', ''],
    ['figures', '2026 – 10.15 × 40', '100 %'],
    ['three words', 'Weather icons', ''],
    ['Han characters of several languages', '山水', ''],
    ['noise', 'xqzt jkwp vbnm', 'qwrt zxcv bnmk plkj hgfd'],
    [
      'Indonesian, which the detector takes for Malay',
      'Ikon cuaca',
      'Ikon sederhana untuk tombol cuaca dan suhu di meja kerja Anda.',
    ],
  ])('is missing for %s', async (_, title, description) => {
    expect(await detect(title, description)).toBeNull()
  })

  it('is that of the prose, not of code, markup and addresses', async () => {
    const description = [
      'Une petite bande pour la météo de la semaine.',
      '```js\nconst theWeatherOfTheWeek = await fetchTheForecast(`for this city and that one`)\n```',
      'Voir https://example.com/this-is-the-page-of-the-weather-forecast et `the name of the thing`.',
    ].join('\n\n')
    expect(await detect('Météo', description)).toBe('fr')
  })

  it('is that of the longer text where title and description differ', async () => {
    expect(
      await detect('雨雲', 'Icons for the weather, drawn on a grid of twenty-four pixels.'),
    ).toBe('en')
  })

  it.each(['<', '```\n', '`a', '[a](', '![', '> ', '漢', 'あ\n', 'a '])(
    'is decided in bounded time for a description that repeats %j',
    async (part) => {
      const description = part.repeat(DESCRIPTION_MAX).slice(0, DESCRIPTION_MAX)
      await detect('Warm up', 'The tables are loaded when they are first needed.')
      await expectWithin(500, () => detect('Weather', description))
    },
  )
})
