import type { ProjectLanguage } from '#lib/contract/language.ts'
import { pick, seeded } from '#demo/seed.ts'

/** Words of a language, the frequent ones first. */
type Words = {
  qualities: string[]
  things: string[]
  sentences: string[]
  glue: string
  names: string[]
}

const list = (text: string) => text.trim().split(/\s+/)

/** Vocabulary of the large catalogue: enough for distinct titles and for frequent matches. */
export const WORDS: Partial<Record<ProjectLanguage, Words>> & { en: Words } = {
  en: {
    qualities: list(
      'simple dark bright minimal outlined rounded neon soft bold quiet modern retro tiny classic flat glowing paper pixel warm cold',
    ),
    things: list(
      'icons weather music player calendar mail camera studio stream editor timer clock battery network folder terminal palette brush keyboard mixer travel kitchen garden sport health train museum library market harbour forest mountain river cloud lantern compass anchor satellite telescope orchestra workshop',
    ),
    sentences: [
      'Made for long evenings at the desk.',
      'Every key says what it does.',
      'Drawn on one grid, tested on the device.',
      'Works offline and asks for nothing.',
      'Reads well from an arm away.',
    ],
    glue: ' ',
    names: syllables('en', [
      'ver',
      'lo',
      'mi',
      'tan',
      'ric',
      'sel',
      'dor',
      'wyn',
      'ash',
      'bel',
      'kor',
      'nim',
    ]),
  },
  de: {
    qualities: list(
      'einfach dunkel hell schlicht gerundet leise kräftig modern winzig klassisch flach glühend warm kühl bunt grün schön früh spät weiß',
    ),
    things: list(
      'Symbole Wetter Musik Kalender Post Kamera Studio Zeitmesser Uhr Batterie Netzwerk Ordner Farbkasten Pinsel Tastatur Mischpult Reise Küche Garten Gesundheit Bahnhof Museum Bücherei Markt Hafen Wälder Gebirge Flüsse Wolken Laterne Kompass Anker Fernrohr Orchester Werkstatt Straße Brücke Schlüssel Gerät Übersicht',
    ),
    sentences: [
      'Gemacht für lange Abende am Schreibtisch.',
      'Jede Taste sagt, was sie tut.',
      'Auf einem Raster gezeichnet, am Gerät geprüft.',
      'Läuft ohne Netz und fragt nach nichts.',
    ],
    glue: ' ',
    names: syllables('de', [
      'hof',
      'tal',
      'berg',
      'wer',
      'lin',
      'kra',
      'mün',
      'sö',
      'ei',
      'bau',
      'rot',
      'stern',
    ]),
  },
  fr: {
    qualities: list(
      'simple sombre clair minimal arrondi discret vif moderne ancien minuscule classique plat lumineux chaud froid léger élégant coloré secret été',
    ),
    things: list(
      'icônes météo musique calendrier courrier caméra studio montage minuteur horloge batterie réseau dossier palette pinceau clavier console voyage cuisine jardin santé gare musée bibliothèque marché port forêt montagne rivière nuage lanterne boussole ancre télescope orchestre atelier château théâtre fenêtre',
    ),
    sentences: [
      'Pensé pour les longues soirées.',
      'Chaque touche dit ce qu’elle fait.',
      'Dessiné sur une seule grille, essayé sur l’appareil.',
      'Fonctionne hors ligne et ne demande rien.',
    ],
    glue: ' ',
    names: syllables('fr', [
      'mar',
      'el',
      'bois',
      'cha',
      'lou',
      'vi',
      'gné',
      'ron',
      'tel',
      'ois',
      'dre',
      'can',
    ]),
  },
  ja: {
    qualities: list(
      '静かな 明るい 暗い 小さな 丸い 新しい 古い 青い 赤い 白い 黒い 柔らかい 強い 涼しい 温かい 遠い 近い 美しい 透明な 素朴な',
    ),
    things: list(
      '天気 音楽 予定表 手紙 写真 放送 編集 時計 電池 網 書類 画材 筆 鍵盤 旅行 台所 庭園 健康 電車 博物館 図書館 市場 港 森林 山脈 河川 雲 灯籠 羅針盤 望遠鏡 工房 アイコン スタジオ カメラ タイマー メール ゲーム サッカー コーヒー ピアノ',
    ),
    sentences: [
      '長い夜の机のために作りました。',
      'どの鍵も役割が一目でわかります。',
      '一つの格子の上に描き、実機で確かめました。',
      '通信なしで動きます。',
    ],
    glue: '',
    names: syllables('ja', [
      '山',
      '川',
      '月',
      '風',
      '花',
      '星',
      '海',
      '空',
      '雪',
      '森',
      '石',
      '光',
    ]),
  },
  'zh-Hans': {
    qualities: list(
      '安静 明亮 深色 小巧 圆润 现代 复古 蓝色 红色 白色 黑色 柔和 有力 清凉 温暖 遥远 亲近 美丽 透明 朴素',
    ),
    things: list(
      '天气 音乐 日历 邮件 照片 直播 剪辑 时钟 电池 网络 文件夹 画笔 键盘 调音台 旅行 厨房 花园 健康 火车 博物馆 图书馆 市场 港口 森林 山水 河流 云朵 灯笼 罗盘 望远镜 工坊 图标 工作室 相机 计时器 游戏 足球 咖啡 钢琴 月亮',
    ),
    sentences: [
      '为漫长的夜晚而做。',
      '每个按键都说明自己的用途。',
      '画在同一张网格上，并在设备上试过。',
      '离线可用，不索取任何权限。',
    ],
    glue: '',
    names: syllables('zh-Hans', [
      '林',
      '江',
      '岳',
      '岚',
      '荷',
      '辰',
      '洋',
      '云',
      '霜',
      '松',
      '玉',
      '明',
    ]),
  },
}

/** Generated names of three or four syllables, deterministic: the long tail. */
function syllables(locale: string, deps: string[]): string[] {
  const random = seeded(`names ${locale}`)
  const [first = '', ...rest] = deps
  const one = () => pick([first, ...rest], random)
  const names = Array.from(
    { length: 8000 },
    () => one() + one() + one() + (random() < 0.6 ? one() : ''),
  )
  return [...new Set(names)]
}

/** One of `words`; earlier ones are far more frequent (roughly Zipf's law). */
export function frequent(words: string[], random: () => number): string {
  return words[Math.floor(words.length * random() ** 3)] ?? words[0] ?? ''
}
