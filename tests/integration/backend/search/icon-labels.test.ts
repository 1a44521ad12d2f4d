import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { iconSearchSchema, searchSchema } from '#lib/contract/search.ts'
import { nameIcons } from '#backend/services/container/icon-names.ts'
import { indexWithIcons } from '#backend/services/search-index/index-project.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'

/* Icons are found by their names as their authors wrote them, also where their ids are code points (docs/behaviour.md#search). */

/** Fifty names in ten scripts. */
const NAMES = {
  Latin: ['Größe', 'Ärger', 'Straße', 'Éclair à la crème', 'Światło', 'Çalışma'],
  Greek: ['Ήλιος', 'Νυχτερινό λεωφορείο', 'Ρυθμίσεις', 'Μουσική', 'Σύννεφο'],
  Cyrillic: ['Солнце', 'Настройки', 'Ёлка', 'Йогурт', 'Київ'],
  Arabic: ['شمس', 'الإعدادات', 'مُوسِيقَى', 'تشغيل الصوت', 'كاميرا'],
  Hebrew: ['שמש', 'הגדרות', 'שָׁלוֹם', 'נגן מוזיקה', 'מצלמה'],
  Devanagari: ['सूरज', 'सेटिंग्स', 'संगीत', 'रात की बस', 'घर'],
  Thai: ['ดวงอาทิตย์', 'การตั้งค่า', 'เพลง', 'กล้อง', 'บ้าน'],
  Japanese: ['太陽', '電源ボタン', 'コーヒータイム', 'ﾎﾞﾘｭｰﾑ', 'ひまわり'],
  Korean: ['태양', '설정', '음악 재생', '카메라', '구름'],
  Chinese: ['花鳥', '设置', '電源', '音乐播放器', '图标包'],
}
/** Names of a pack for a Stream Deck, with the ids that its files have. */
const STREAM_DECK = [
  ['Play button', 'play-button-2'],
  ['Mic (muted)', 'mic-muted-7'],
  ['C++ build', 'icon-12'],
  ['\u200fשמש\u200e', 'icon-13'],
] as const
const ICONS = Object.values(NAMES).flat()
const ids = nameIcons(ICONS.map((name, at) => `${at}/${name}.svg`))
const icons = [
  ...ICONS.map((label, at) => [label, ids.get(`${at}/${label}.svg`) ?? ''] as const),
  ...STREAM_DECK,
]

let packId: string
const backend = await testBackend()
beforeAll(async () => {
  await backend.add({ title: 'Popular', downloads: 9000, file: await buildIconPack('play', 'sun') })
  packId = await backend.add({
    title: 'Names',
    file: await buildIconPack(...icons.map(([, id]) => id)),
  })
  const { data } = await backend.get(`/icon/${packId}`)
  const fileId = projectSchema.parse(data).file?.file_id ?? ''
  await backend.db.transaction(async (tx) => {
    for (const [label, id] of icons) {
      await tx.execute(
        sql`UPDATE file_icons SET label = ${label} WHERE file_id = ${fileId} AND name = ${id}`,
      )
    }
    await indexWithIcons(tx, { id: packId, kind: 'icon', fileId })
  })
})

async function find(term: string) {
  const { status, data } = await backend.get(`/index/icons?q=${encodeURIComponent(term)}`)
  expect(status).toBe(200)
  return iconSearchSchema.parse(data).items.map(({ label, name }) => label ?? name)
}
async function findPacks(term: string) {
  const { data } = await backend.get(`/index/search?q=${encodeURIComponent(term)}`)
  return searchSchema.parse(data).items
}

describe.each(Object.entries(NAMES))('an icon with a name in %s', (_, names) => {
  it.each(names)('%s is found first by its name, with its pack', async (name) => {
    expect((await find(name))[0]).toBe(name)
    const [pack] = await findPacks(name)
    expect(pack?.title).toBe('Names')
    expect(pack?.matches?.drawings?.map(({ label }) => label)).toContain(name)
  })
})

it('fifty names in ten scripts each have an id', () => {
  expect(new Set(icons.map(([, id]) => id)).size).toBe(icons.length)
  expect(ICONS.length).toBeGreaterThanOrEqual(50)
})

describe('an icon with a name as typed', () => {
  it.each([
    ['Play button', ['Play button']],
    ['play-button', ['Play button']],
    ['play-button-2', ['Play button']],
    ['PLAY BUTTON', ['Play button']],
    ['play butt', ['Play button']],
    ['button', ['Play button']],
    ['mic muted', ['Mic (muted)']],
    ['C++ build', ['C++ build']],
    ['icon-12', ['C++ build']],
    ['groesse', ['Größe']],
    ['grösse', ['Größe']],
    ['GRÖSSE', ['Größe']],
    ['Größ', ['Größe']],
    ['eclair a la creme', ['Éclair à la crème']],
    ['swiatlo', ['Światło']],
    ['ΗΛΙΟΣ', ['Ήλιος']],
    ['Νυχτ', ['Νυχτερινό λεωφορείο']],
    ['настр', ['Настройки']],
    ['елка', ['Ёлка']],
    ['موسيقى', ['مُوسِيقَى']],
    ['الإعد', ['الإعدادات']],
    ['שמ', ['שמש', '\u200fשמש\u200e']],
    ['\u200fשלום', ['שָׁלוֹם']],
    ['ボリューム', ['ﾎﾞﾘｭｰﾑ']],
    ['電源', ['電源', '電源ボタン']],
    ['电源', ['電源', '電源ボタン']],
    ['花鸟', ['花鳥']],
    ['設置', ['设置']],
    ['ｐｌａｙ　ｂｕｔｔｏｎ', ['Play button']],
    ['음악', ['음악 재생']],
    ['u592a-u967d', ['太陽']],
  ])('is found by %s', async (term, expected) => {
    expect(await find(term)).toEqual(expected)
  })

  it.each(['play-button-3', '月', 'Настолка'])('is not found by %s', async (term) => {
    expect(await find(term)).toEqual([])
  })
})
