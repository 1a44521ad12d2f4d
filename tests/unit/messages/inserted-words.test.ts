import { describe, expect, it } from 'vitest'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { elisionIssues } from '#scripts/messages/elision.ts'
import { readMessages } from '#scripts/messages/files.ts'
import { reader, render } from './render.ts'

/** Messages that name a kind, and the form of the name. Those with an argument `kind` have a text for each. */
const WITH_KIND = [
  ['account.list.mine', 'inText'],
  ['account.list.theirs', 'many'],
  ['account.list.emptyMine', 'inText'],
  ['account.list.emptyTheirs', 'inText'],
  ['account.list.browse', 'inText'],
  ['home.all', 'many'],
  ['list.none.title', 'inText'],
  ['list.description', 'many'],
  ['meta.card', 'one'],
  ['meta.list', 'many'],
  ['creator.upload', 'one'],
  ['creator.edit', 'one'],
  ['creator.done.upload', 'one'],
  ['creator.done.edit', 'one'],
  ['creator.done.delete', 'one'],
  ['creator.fileIssue.error.other_kind', 'one'],
] as const

describe('the check of elision', () => {
  it('finds names after French words that lose their vowel', () => {
    expect(elisionIssues('Projets de {name}')).toHaveLength(1)
    expect(elisionIssues('Plus de <author></author>')).toHaveLength(1)
    expect(elisionIssues('Ce que {site} fait')).toHaveLength(1)
    expect(elisionIssues('Projets par {name}, plus de {count, number}')).toEqual([])
  })
})

describe.each(LOCALES)('a message in %s that names a kind', (locale) => {
  const text = reader(locale)
  const sentences = KINDS.flatMap((kind) =>
    WITH_KIND.map(([key, form]) => {
      const word = text(`kind.${kind}.${form}`)
      const values = { title: word, kind, name: 'Aspen', app: 'Designer' }
      const message = text(key).replaceAll(/<\/?\w+>/g, '')
      return { key, word, sentence: render(locale, message, values) }
    }),
  )

  it('contains its name once', () => {
    const lower = (words: string) => words.toLocaleLowerCase(locale)
    for (const { key, word, sentence } of sentences) {
      expect(lower(sentence).split(lower(word)), `${key}: ${sentence}`).toHaveLength(2)
    }
  })

  it('has a name in lower case only inside of a sentence', () => {
    const lower = sentences.filter(({ sentence }) => /^\p{Ll}/u.test(sentence))
    expect(lower).toEqual([])
  })

  it('elides where French does', () => {
    if (locale !== 'fr') return
    const wrong = sentences.filter(({ sentence }) =>
      /(?<!-)\b(?:de|le|la|que|ne) [aeiouyàâéèêîôûh]|[dlnqu]’[^aeiouyàâéèêîôûh]/i.test(sentence),
    )
    expect(wrong).toEqual([])
  })
})

it('the kind “page” and the pages of a list have different words in every language', () => {
  for (const locale of LOCALES) {
    const text = reader(locale)
    const names = [text('kind.flexpage.one'), text('kind.flexpage.many')]
    for (const key of ['list.pages', 'list.first', 'list.next', 'list.more']) {
      for (const name of names) expect(text(key), `${locale}: ${key}`).not.toContain(name)
    }
  }
})

it('every message with a kind is in the list of this test', () => {
  const listed = WITH_KIND.map(([key]): string => key)
  const others = [...readMessages('en')].filter(
    ([key, message]) => /\{(?:item|kind)\b/.test(message) && !listed.includes(key),
  )
  expect(others).toEqual([])
})
