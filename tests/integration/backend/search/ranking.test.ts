import { beforeAll, describe, expect, it } from 'vitest'
import { searchSchema } from '#lib/contract/search.ts'
import { testBackend } from '#tests/support/backend.ts'
import { addSearchCatalogue } from '#tests/support/search-catalogue.ts'

let ids: Map<string, string>
const backend = await testBackend()
beforeAll(async () => {
  ids = await addSearchCatalogue(backend)
})

async function titles(term: string): Promise<string[]> {
  const { status, data } = await backend.get(`/index/search?q=${encodeURIComponent(term)}`)
  expect(status).toBe(200)
  return searchSchema.parse(data).items.map(({ title }) => title)
}

describe('ranks title, start of title, words, tags, description in this order', () => {
  it.each([
    ['weather', ['Weather', 'Weather icons', 'Old weather', 'Barometer', 'Nimbus']],
    ['WEATHER', ['Weather', 'Weather icons', 'Old weather', 'Barometer', 'Nimbus']],
    ['  weather  ', ['Weather', 'Weather icons', 'Old weather', 'Barometer', 'Nimbus']],
    ['weath', ['Weather icons', 'Weather', 'Old weather', 'Barometer', 'Nimbus']],
    ['weather icons', ['Weather icons']],
    ['icons weather', ['Weather icons']],
    ['icons', ['Icons 9', 'Icons 10', 'Weather icons']],
    ['icons 9', ['Icons 9']],
    ['Icons-10', ['Icons 10']],
    ['old', ['Old weather']],
    ['rainy', ['Nimbus']],
    ['rain', ['Skybox', 'Weather', 'Nimbus']],
    ['stream', ['Stream']],
    ['100%', ['100%']],
    ['★', ['★']],
  ])('%s', async (term, expected) => {
    const results = await titles(term)
    for (const [at, title] of expected.entries())
      expect(results[at]).toMatch(new RegExp(`^${title}`))
  })
})

describe('matches', () => {
  it.each([
    // exact
    ['Barometer', 'Barometer'],
    ['keyboard shortcuts', 'Keyboard shortcuts'],
    ['“Midnight”  palette!', 'Midnight palette'],
    ['ÜBERSICHT', 'Übersicht'],
    ['Ольга', 'Ольга'],
    // prefixes
    ['Baro', 'Barometer'],
    ['mid', 'Midnight palette'],
    ['short', 'Keyboard shortcuts'],
    ['keyboard sho', 'Keyboard shortcuts'],
    ['wetterl', 'Wetterleuchten'],
    ['schlüs', 'Schlüsselbund'],
    ['biblio', 'Bibliothèque'],
    ['ольг', 'Ольга'],
    // English: wrong, missing, extra, transposed letters
    ['baromiter', 'Barometer'],
    ['barmeter', 'Barometer'],
    ['barrometer', 'Barometer'],
    ['baroemter', 'Barometer'],
    ['xarometer', 'Barometer'],
    ['arometer', 'Barometer'],
    ['barometerr', 'Barometer'],
    ['abrometer', 'Barometer'],
    ['keybaord shortcuts', 'Keyboard shortcuts'],
    ['keybord shortcutts', 'Keyboard shortcuts'],
    ['midnigth pallette', 'Midnight palette'],
    ['mixxer', 'Stream mixer'],
    ['lantrens', 'Lanterns'],
    // French
    ['meteo du jour', 'Météo du jour'],
    ['metéo', 'Météo du jour'],
    ['metteo', 'Météo du jour'],
    ['chateua', 'Château fort'],
    ['chatau', 'Château fort'],
    ['chatteau', 'Château fort'],
    ['chazeau', 'Château fort'],
    ['bibliotheque', 'Bibliothèque'],
    ['bibliothéque', 'Bibliothèque'],
    ['biblioteque', 'Bibliothèque'],
    ['bilbiothèque', 'Bibliothèque'],
    ['bibliothhèque', 'Bibliothèque'],
    // German
    ['gerätepark', 'Gerätepark'],
    ['geretepark', 'Gerätepark'],
    ['gerätpark', 'Gerätepark'],
    ['geräteppark', 'Gerätepark'],
    ['geärtepark', 'Gerätepark'],
    ['strassenkrate', 'Straßenkarte'],
    ['wetterleuchtn', 'Wetterleuchten'],
    ['wetterluechten', 'Wetterleuchten'],
    ['schlüselbund', 'Schlüsselbund'],
    ['küchenurh', 'Küchenuhr'],
    // diacritics, in both directions, and transliterated
    ['geratepark', 'Gerätepark'],
    ['geraetepark', 'Gerätepark'],
    ['uebersicht', 'Übersicht'],
    ['ubersicht', 'Übersicht'],
    ['strassenkarte', 'Straßenkarte'],
    ['STRASSENKARTE', 'Straßenkarte'],
    ['kuechenuhr', 'Küchenuhr'],
    ['meteo', 'Météo du jour'],
    ['chateau', 'Château fort'],
    ['oeuvres', 'Œuvres choisies'],
    ['œuvres', 'Œuvres choisies'],
    ['été', 'L’été indien'],
    ['ete indien', 'L’été indien'],
    ["l'été", 'L’été indien'],
    ['mètéo', 'Météo du jour'],
    ['bärömeter', 'Barometer'],
    ['wéather icons', 'Weather icons'],
    // Chinese and Japanese, from one character
    ['顔', 'みんなの顔'],
    ['みんな', 'みんなの顔'],
    ['ミンナ', 'みんなの顔'],
    ['晴れ', '雨のち晴れ'],
    ['雨', '雨のち晴れ'],
    ['コーヒー', 'コーヒー時間'],
    ['こーひー', 'コーヒー時間'],
    ['ｺｰﾋｰ', 'コーヒー時間'],
    ['時間', 'コーヒー時間'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['がらす', 'ガラス'],
    ['宝', '文房四宝'],
    ['四宝', '文房四宝'],
    ['山水', '山水月亮的森林'],
    ['月亮', '山水月亮的森林'],
    ['森林', '山水月亮的森林'],
    ['月亮 森林', '山水月亮的森林'],
    ['林', '山水月亮的森林'],
    ['机', '机房'],
    ['服务器', '机房'],
    ['天気', '雨のち晴れ'],
    // authors, tags, descriptions
    ['åström', 'Lanterns'],
    ['Zoe Astrom', 'Lanterns'],
    ['astrom lanterns', 'Lanterns'],
    ['hollis icons', 'Weather icons'],
    ['hollis & rook old', 'Old weather'],
    ['forecast', 'Barometer'],
    ['forcast', 'Barometer'],
    ['drucker', 'Gerätepark'],
    ['livres', 'Bibliothèque'],
    // written as one word or as several
    ['wea ther', 'Weather'],
    ['wea-ther', 'Weather'],
    ['midnightpalette', 'Midnight palette'],
    ['streammixer', 'Stream mixer'],
    ['stream-mixer', 'Stream mixer'],
    ['straßen karte', 'Straßenkarte'],
    ['コーヒー・時間', 'コーヒー時間'],
    // other forms of a word
    ['barometers', 'Barometer'],
    ['stream mixers', 'Stream mixer'],
    ['gewitter am horizonte', 'Wetterleuchten'],
    ['château forts', 'Château fort'],
    // other characters
    ['機房', '机房'],
    ['文房四寶', '文房四宝'],
    ['garasu', 'ガラス'],
    // icons in packs
    ['umbrella', 'Skybox'],
    ['cloud rain', 'Skybox'],
    ['cloud-rain', 'Skybox'],
    ['umbrela', 'Skybox'],
    ['hammer', 'Toolbox'],
    ['screwdriver', 'Toolbox'],
    ['screw', 'Toolbox'],
    ['wifi', 'Skybox'],
    ['toolbox hammer', 'Toolbox'],
  ])('%s finds %s', async (term, expected) => {
    expect((await titles(term))[0]).toBe(expected)
  })

  it('an id finds its project first, case-sensitively', async () => {
    for (const title of ['Old weather', '机房', 'Skybox']) {
      expect((await titles(ids.get(title) ?? ''))[0]).toBe(title)
    }
  })

  it.each([
    'gerate park haus',
    'wea thr',
    'kat',
    'かラ ス物',
    '山林',
    'барометр',
    'zzzzzzz',
    'weather -icons nothing',
  ])('%s finds nothing', async (term) => {
    expect(await titles(term)).toEqual([])
  })

  it('voiced kana are different letters', async () => {
    expect(await titles('カラス')).toEqual([])
  })

  describe('a word that is written somewhere', () => {
    beforeAll(async () => {
      await backend.add({ title: 'Feather', description: 'Light.', downloads: 1e6 })
    })

    it('is not taken for another one, however rare it is', async () => {
      expect(await titles('weather')).not.toContain('Feather')
      expect(await titles('feather')).toEqual(['Feather'])
    })

    it('is not taken for another one while it is typed', async () => {
      await backend.add({ title: 'Heath', description: '', downloads: 1e6 })
      expect(await titles('weath')).not.toContain('Heath')
      expect(await titles('heath')).toEqual(['Heath'])
    })

    it('is corrected where the term as a whole matches nothing', async () => {
      expect(await titles('feather icons')).toEqual(['Weather icons'])
    })
  })

  it.each(['wether', 'wetr', 'waether'])(
    '%s, which is written nowhere, finds weather',
    async (term) => {
      expect((await titles(term))[0]).toMatch(/weather/i)
    },
  )
})
