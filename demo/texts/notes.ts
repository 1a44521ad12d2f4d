import type { ProjectLanguage } from '#lib/contract/language.ts'

/** What a project consists of. */
export type Part = 'icon' | 'key'
type Facts = {
  /** Parts of the version. */
  count: number
  /** Names of those that the version added; `null` for the first version. */
  added: string[] | null
}

/** Names that are listed before the others are counted. */
const NAMED = 4

type Texts = {
  first: Record<Part, (count: number) => string>
  added: Record<Part, (names: string, more: number, count: number) => string>
}

/** Notes of versions by language; English for other languages. */
const TEXTS: Partial<Record<ProjectLanguage, Texts>> & { en: Texts } = {
  en: {
    first: {
      icon: (count) => `First version, with ${count} icons.`,
      key: (count) => `First version, with ${count} keys.`,
    },
    added: {
      icon: (names, more, count) =>
        `New: ${names}${more > 0 ? ` and ${more} more` : ''}. ${count} icons in all.`,
      key: (names, more) =>
        `New keys: ${names}${more > 0 ? ` and ${more} more` : ''}. The others moved up a little.`,
    },
  },
  de: {
    first: {
      icon: (count) => `Erste Fassung mit ${count} Icons.`,
      key: (count) => `Erste Fassung mit ${count} Tasten.`,
    },
    added: {
      icon: (names, more, count) =>
        `Neu: ${names}${more > 0 ? ` und ${more} weitere` : ''}. Insgesamt ${count} Icons.`,
      key: (names, more) =>
        `Neue Tasten: ${names}${more > 0 ? ` und ${more} weitere` : ''}. Die übrigen sind etwas zusammengerückt.`,
    },
  },
  fr: {
    first: {
      icon: (count) => `Première version, avec ${count} icônes.`,
      key: (count) => `Première version, avec ${count} touches.`,
    },
    added: {
      icon: (names, more, count) =>
        `Nouveau : ${names}${more > 0 ? ` et ${more} autres` : ''}. ${count} icônes en tout.`,
      key: (names, more) =>
        `Nouvelles touches : ${names}${more > 0 ? ` et ${more} autres` : ''}. Les anciennes se sont un peu serrées.`,
    },
  },
  ja: {
    first: {
      icon: (count) => `最初のバージョン。アイコン ${count} 個を収録。`,
      key: (count) => `最初のバージョン。キーは ${count} 個。`,
    },
    added: {
      icon: (names, more, count) =>
        `追加：${names}${more > 0 ? `、ほか ${more} 個` : ''}。全部で ${count} 個になりました。`,
      key: (names, more) =>
        `追加したキー：${names}${more > 0 ? `、ほか ${more} 個` : ''}。ほかのキーは少し詰めました。`,
    },
  },
  'zh-Hans': {
    first: {
      icon: (count) => `首个版本，共 ${count} 个图标。`,
      key: (count) => `首个版本，共 ${count} 个按键。`,
    },
    added: {
      icon: (names, more, count) =>
        `新增：${names}${more > 0 ? ` 等，另有 ${more} 个` : ''}。共 ${count} 个图标。`,
      key: (names, more) =>
        `新增按键：${names}${more > 0 ? ` 等，另有 ${more} 个` : ''}。其余按键略微靠拢。`,
    },
  },
}

/** Notes of a version in the language of its project. */
export function versionNotes(
  language: ProjectLanguage,
  part: Part,
  { count, added }: Facts,
): string {
  const texts = TEXTS[language] ?? TEXTS.en
  if (!added) return texts.first[part](count)
  const separator = /^(?:ja|zh)/.test(language) ? '、' : ', '
  const names = added.slice(0, NAMED).join(separator)
  return texts.added[part](names, added.length - NAMED, count)
}
