import { createTranslator, type Messages } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import * as texts from '#lib/seo/texts.ts'
import { buildProject } from '#tests/support/builders.ts'

const messages = new Map<Locale, Messages>()
for (const locale of LOCALES) {
  const { default: read } = await import(`../../../messages/${locale}.json`)
  messages.set(locale, read)
}
const translate = (locale: Locale) =>
  createTranslator({ locale, messages: messages.get(locale), timeZone: 'UTC' })

const LONG =
  'A calm set of icons for long evenings at the desk with a moon for every hour and '.repeat(4)
const SUMMARIES = ['', 'Short.', 'An icon pack without a full stop', LONG]
const AUTH_MODES = ['password', 'code', 'register', 'reset'] as const

/** Every kind of public page in one language, with short, long and missing texts of creators. */
function pagesOf(locale: Locale): [string, texts.Texts][] {
  const t = translate(locale)
  const shelf = (kind: (typeof KINDS)[number], titles: string[]) => ({
    kind,
    titles,
    total: titles.length,
  })
  return [
    ['home', texts.homeTexts(t)],
    ['faq', texts.faqTexts(t)],
    ['publish', texts.publishTexts(t)],
    ['automation', texts.automationTexts(t)],
    ['developers', texts.developersTexts(t)],
    ['account calls', texts.accountCallsTexts(t)],
    ...KINDS.map((kind): [string, texts.Texts] => [`guide ${kind}`, texts.howToTexts(t, kind)]),
    ['search', texts.searchTexts(t, '')],
    ['found', texts.searchTexts(t, 'cloud')],
    ['found, long', texts.searchTexts(t, 'x'.repeat(200))],
    ['author', texts.authorTexts(t, { name: 'Ada' }, [shelf('icon', ['Aurora'])])],
    [
      'author, many',
      texts.authorTexts(
        t,
        { name: 'Ada' },
        KINDS.map((kind) =>
          shelf(
            kind,
            Array.from({ length: 12 }, () => `${kind} Aurora`),
          ),
        ),
      ),
    ],
    ...KINDS.map((kind): [string, texts.Texts] => [`list ${kind}`, texts.listTexts(t, kind)]),
    ...AUTH_MODES.map((mode): [string, texts.Texts] => [mode, texts.authTexts(t, mode)]),
    ...(['imprint', 'privacy', 'terms'] as const).flatMap((page): [string, texts.Texts][] => [
      [page, texts.aboutTexts(t, page, '')],
      [`${page} with text`, texts.aboutTexts(t, page, 'Ada Lovelace, 1 Street, London')],
    ]),
    ...KINDS.flatMap((kind) =>
      SUMMARIES.map((summary): [string, texts.Texts] => [
        `${kind} “${summary.slice(0, 10)}”`,
        texts.projectTexts(
          t,
          locale,
          buildProject({ kind, title: 'Aurora', category: 'other' }),
          summary,
        ),
      ]),
    ),
  ]
}

describe.each(LOCALES)('in %s', (locale) => {
  it('every public page has a description of 70 to 160 characters', () => {
    for (const [name, { description }] of pagesOf(locale)) {
      expect(description.length, `${name}: ${description}`).toBeGreaterThanOrEqual(70)
      expect(description.length, `${name}: ${description}`).toBeLessThanOrEqual(160)
    }
  })

  it('no two pages of the site have the same title or description', () => {
    const site = pagesOf(locale).filter(([name]) => !/ “|with text|, /.test(name))
    const unlike = (values: string[]) => new Set(values).size
    const titles = site.filter(([name]) => name !== 'code').map(([, { title }]) => title)
    expect(unlike(titles)).toBe(titles.length)
    // Without a text of the operator, only the title of the page differs.
    expect(unlike(site.map(([, { description }]) => description))).toBe(site.length)
  })
})

it('the title of every page differs in each language, and names kind and application', () => {
  const all = LOCALES.map(pagesOf)
  const alike = (all[0] ?? []).flatMap(([name], at) => {
    const titles = new Set(all.map((pages) => pages[at]?.[1].title))
    return titles.size < LOCALES.length ? [`${name}: ${[...titles].join(' | ')}`] : []
  })
  expect(alike.filter((one) => !one.startsWith('found, long'))).toEqual([])
  const project = buildProject({ kind: 'flexpage', title: 'Aurora' })
  expect(texts.projectTexts(translate('en'), 'en', project, '').title).toBe(
    'Aurora · Page for Designer',
  )
  expect(texts.listTexts(translate('ja'), 'icon').title).toBe('Designer のアイコンパック一覧')
})

describe('the description of a project', () => {
  const describeProject = (summary: string, tagline = '', locale: Locale = 'en') =>
    texts.projectTexts(
      translate(locale),
      locale,
      buildProject({
        title: 'Aurora',
        tagline,
        category: 'weather',
        operating_systems: ['macos', 'windows'],
        version: '1.2.0',
      }),
      summary,
    ).description

  it('is its summary where that is long enough', () => {
    const summary = 'Seventy-two weather icons in two weights, drawn for keys of sixty pixels.'
    expect(describeProject(summary)).toBe(summary)
  })

  it('begins with its tagline, which takes the place of the summary', () => {
    expect(describeProject('Drawn in two weights.', 'Weather at a glance')).toBe(
      'Weather at a glance · Icon pack for Designer · by Ada · Weather · Version 1.2.0',
    )
  })

  it('goes on with facts where the summary is short or missing', () => {
    expect(describeProject('Weather icons')).toBe(
      'Weather icons · Icon pack for Designer · by Ada · Weather · Version 1.2.0',
    )
    expect(describeProject('')).toBe(
      'Icon pack for Designer · by Ada · Weather · Version 1.2.0 · macOS, Windows',
    )
  })

  it('separates names and sentences by the punctuation of its language', () => {
    expect(describeProject('', '', 'zh-cn')).toContain('macOS、Windows')
    expect(describeProject('天気のアイコンです。', '', 'ja')).toContain('アイコンです。Designer の')
  })

  it('is cut between words where it is too long', () => {
    const cut = describeProject(LONG)
    expect(cut).toMatch(/\w…$/)
    expect(LONG.startsWith(`${cut.slice(0, -1)} `)).toBe(true)
  })
})
