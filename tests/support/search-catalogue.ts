import type { DemoProject } from '#demo/types.ts'
import type { TestBackend } from './backend.ts'
import { buildIconPack } from './containers.ts'

/** The catalogue of the ranking tests; popularity follows the downloads. */
const PROJECTS: Partial<DemoProject>[] = [
  { title: 'Weather', author: 'Ada', description: 'Sun and rain.', downloads: 5 },
  {
    title: 'Weather icons',
    author: 'Hollis & Rook',
    description: 'Forty of them.',
    downloads: 900,
  },
  { title: 'Old weather', author: 'Hollis & Rook', description: 'From 1980.', downloads: 90_000 },
  {
    title: 'Barometer',
    tags: ['weather', 'forecast'],
    description: 'Pressure.',
    downloads: 50_000,
  },
  { title: 'Nimbus', description: 'A player for rainy weather.', downloads: 400_000 },
  { title: 'Icons 9', description: 'Nine.', downloads: 90 },
  { title: 'Icons 10', description: 'Ten.' },
  { title: 'Keyboard shortcuts', kind: 'profile', category: 'design', description: 'For editors.' },
  { title: 'Midnight palette', kind: 'flexpage', category: 'design', description: 'Dark colours.' },
  { title: 'Stream mixer', kind: 'plugin', category: 'audio', description: 'Levels and mutes.' },
  { title: 'Stream chat', kind: 'plugin', category: 'streaming', operating_systems: ['windows'] },
  { title: 'Lanterns', author: 'Zoë Åström', description: 'By night.' },
  { title: '100%', description: 'All of it.' },
  { title: '★', description: 'A star.' },
  { title: 'Gerätepark', language: 'de', description: 'Bildschirme und Drucker.' },
  { title: 'Übersicht', language: 'de', description: 'Alles auf einen Blick.' },
  { title: 'Straßenkarte', language: 'de', description: 'Wege.' },
  { title: 'Wetterleuchten', language: 'de', description: 'Gewitter am Horizont.' },
  { title: 'Schlüsselbund', language: 'de', description: 'Zugänge.' },
  { title: 'Küchenuhr', language: 'de', description: 'Damit nichts anbrennt.' },
  { title: 'Météo du jour', language: 'fr', description: 'Le ciel à midi.' },
  { title: 'Château fort', language: 'fr', description: 'Pierres et tours.' },
  { title: 'Œuvres choisies', language: 'fr', description: 'Un musée.' },
  { title: 'L’été indien', language: 'fr', description: 'Feuilles.' },
  { title: 'Bibliothèque', language: 'fr', description: 'Des livres rangés.' },
  { title: 'みんなの顔', language: 'ja', description: '表情のアイコン。' },
  { title: '雨のち晴れ', language: 'ja', description: '天気の記号。' },
  { title: 'コーヒー時間', language: 'ja', description: '休憩のために。' },
  { title: 'ガラス', language: 'ja', description: '透明。' },
  { title: '文房四宝', language: 'zh-Hans', description: '笔墨纸砚。' },
  { title: '山水月亮的森林', language: 'zh-Hans', description: '安静的风景。' },
  { title: '机房', language: 'zh-Hans', description: '服务器与网络。' },
  { title: 'Ольга', description: 'Кириллица.' },
]

/** Adds the catalogue to a backend. @returns the ids by title. */
export async function addSearchCatalogue(backend: TestBackend): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const project of PROJECTS) ids.set(project.title ?? '', await backend.add(project))
  const packs: [string, string[]][] = [
    ['Skybox', ['cloud', 'cloud-rain', 'umbrella', 'wifi-off']],
    ['Toolbox', ['hammer', 'screwdriver', 'cloud-upload']],
  ]
  for (const [title, names] of packs) {
    const fields = { title, description: 'Drawn.', file: await buildIconPack(...names) }
    ids.set(title, await backend.add({ ...fields, downloads: title === 'Skybox' ? 700 : 3 }))
  }
  return ids
}
