import { createTranslator, type Messages } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { actionWords, TEXT_SHOWN } from '#components/strip/action-words.tsx'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { type Locale, LOCALES } from '#lib/contract/locale.ts'

const messages = new Map<Locale, Messages>()
for (const locale of LOCALES) {
  const { default: read } = await import(`../../../messages/${locale}.json`)
  messages.set(locale, read)
}
const PAGES = ['Cut', 'Grade', 'Deliver'].map((name, at) => ({ id: `p${at}`, name, keys: [] }))

type Options = { locale?: Locale; partLang?: string }

/** Markup of what a key does; two of the three pages are drawn. */
function markup(action: StripKey['action'], { locale = 'en', partLang }: Options = {}): string {
  const t = createTranslator({
    locale,
    messages: messages.get(locale),
    namespace: 'detail.strip',
  })
  const key = { x: 0, width: 100, icon: null, label: '', background: '#000000', foreground: '#ffffff', action } // prettier-ignore
  return renderToStaticMarkup(actionWords(t, key, { pages: PAGES, drawn: 2, lang: 'en', partLang }))
}
const words = (action: StripKey['action'], options?: Options) =>
  markup(action, options).replaceAll(/<[^>]*>/g, '')

describe('what a key does, in words', () => {
  it('a hotkey presses keys, as they stand on a keyboard', () => {
    const action = { type: 'hotkey', keys: ['ctrl', 'z'] } as const
    expect(words({ ...action, keys: [...action.keys] })).toBe('Presses Ctrl + Z')
    expect(markup({ type: 'hotkey', keys: ['z', 'z'] })).toContain('<kbd>Z</kbd> + <kbd>Z</kbd>')
  })

  it('a text is typed, and shortened by letters where it is long', () => {
    expect(words({ type: 'text', text: 'Kind regards,\nAda' })).toBe('Types Kind regards,\nAda')
    expect(words({ type: 'text', text: '👍'.repeat(1000) })).toBe(
      `Types ${'👍'.repeat(TEXT_SHOWN)}…`,
    )
    expect(words({ type: 'text', text: 'W'.repeat(TEXT_SHOWN) })).toBe(
      `Types ${'W'.repeat(TEXT_SHOWN)}`,
    )
  })

  it('a page has its name, and its number where it is drawn', () => {
    expect(markup({ type: 'page', page: 'p1' })).toBe('Opens the page <i data-to="1">Grade</i>')
    expect(markup({ type: 'page', page: 'p2' })).toBe('Opens the page <i>Deliver</i>')
  })

  it('a page that the file lacks is named as such', () => {
    expect(markup({ type: 'page', page: 'none' })).toBe('Opens a page that is not in the file')
  })

  it('a command is text', () => {
    expect(markup({ type: 'command', name: 'recording.start' })).toBe(
      'Runs <code>recording.start</code>',
    )
  })

  it('a display has a sample value; for an unknown source nothing is invented', () => {
    expect(words({ type: 'display', source: 'system.cpu' })).toBe(
      'Shows system.cpu, for example 23%',
    )
    expect(words({ type: 'display', source: 'unheard.of' })).toBe('Shows unheard.of')
  })

  it('no text of a file is markup, and each has the language of the file', () => {
    expect(markup({ type: 'text', text: '<img src=x>' }, { partLang: 'ar' })).toBe(
      'Types <q lang="ar">&lt;img src=x&gt;</q>',
    )
    expect(markup({ type: 'hotkey', keys: ['<b>'] })).toContain('<kbd>&lt;b&gt;</kbd>')
  })

  it.each(LOCALES)('in %s every action is a sentence that contains what it acts on', (locale) => {
    expect(words({ type: 'hotkey', keys: ['b'] }, { locale })).toMatch(/.B|B./u)
    expect(words({ type: 'text', text: 'xyz' }, { locale })).toMatch(/.xyz/u)
    expect(words({ type: 'page', page: 'p1' }, { locale })).toMatch(/.Grade/u)
    expect(words({ type: 'command', name: 'a.b' }, { locale })).toMatch(/.a\.b/u)
    expect(words({ type: 'display', source: 'system.cpu' }, { locale })).toMatch(/system\.cpu.+23/u)
  })
})
