import { describe, expect, it } from 'vitest'
import { LANGUAGES, LOCALES, type Locale } from '#lib/contract/locale.ts'
import { readMessages } from '#scripts/messages/files.ts'
import { reader, render } from './render.ts'

const COUNTS = [0, 1, 2, 1_000_000]
const isPlural = (message: string) => message.includes(', plural,')
const argumentsOf = (message: string) =>
  [...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name)
/** The message with each count; every other argument is 10. */
const renderAll = (locale: Locale, message: string) =>
  COUNTS.map((count) => {
    const others = Object.fromEntries(argumentsOf(message).map((name) => [name, 10]))
    return render(locale, message, { ...others, count })
  })

describe('a counted noun', () => {
  it.each([
    ['en', 'list.count', ['0 projects', '1 project', '2 projects', '1,000,000 projects']],
    ['fr', 'list.count', ['0 projet', '1 projet', '2 projets', '1 000 000 de projets']],
    ['zh-cn', 'list.count', ['0 个项目', '1 个项目', '2 个项目', '1,000,000 个项目']],
    ['ja', 'list.count', ['0 件', '1 件', '2 件', '1,000,000 件']],
    ['de', 'list.count', ['0 Projekte', '1 Projekt', '2 Projekte', '1.000.000 Projekte']],
    ['fr', 'search.iconCount', ['0 icône', '1 icône', '2 icônes', '1 000 000 d’icônes']],
    [
      'fr',
      'detail.strip.more',
      [
        'et 0 autre page dans le fichier',
        'et 1 autre page dans le fichier',
        'et 2 autres pages dans le fichier',
        'et 1 000 000 d’autres pages dans le fichier',
      ],
    ],
  ] as const)('in %s, %s, agrees with 0, 1, 2 and a million', (locale, key, expected) => {
    const texts = renderAll(locale, reader(locale)(key))
    expect(texts.map((text) => text.replaceAll(/[\u00A0\u202F]/g, ' '))).toEqual(expected)
  })
})

describe.each(LOCALES)('every plural in %s', (locale) => {
  const plurals = [...readMessages(locale)].filter(([, message]) => isPlural(message))
  const { lang } = LANGUAGES[locale]

  it('shows the number for 0, 1, 2 and a million, where it has one', () => {
    expect(plurals.length).toBeGreaterThan(5)
    for (const [key, message] of plurals) {
      renderAll(locale, message).forEach((text, at) => {
        const number = new Intl.NumberFormat(lang).format(COUNTS[at] ?? 0)
        if (key !== 'creator.hidden.title') expect(text, key).toContain(number)
      })
    }
  })

  it('has no word twice in a row and no rest of ICU syntax', () => {
    for (const [key, message] of plurals) {
      for (const text of renderAll(locale, message)) {
        expect(text, key).not.toMatch(/[{}#]|\b(\p{L}+) \1\b/u)
      }
    }
  })
})

it('every French plural of a noun has “de” or “d’” after a million', () => {
  const plurals = [...readMessages('fr')].filter(([, message]) => message.includes('#'))
  for (const [key, message] of plurals.filter(([key]) => key !== 'creator.hidden.title')) {
    const text = renderAll('fr', message).at(-1)
    expect(text, key).toMatch(/1\u202F000\u202F000 d(?:e |’)/)
  }
})
