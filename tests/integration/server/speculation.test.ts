import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { documents, endpoints, paths } from '#lib/paths.ts'
import { RULES } from '#server/speculation.ts'
import { LIST, startPages } from './stub-pages.ts'
import type { StubSite } from './stub-site.ts'

let site: StubSite
let seen: unknown[] = []
afterEach(() => site.stop())

async function start(...args: Parameters<typeof startPages>) {
  ;({ site, seen } = await startPages(...args))
}

const rulesOf = (header: unknown): string => z.string().parse(JSON.parse(String(header)))

it('a public page names its rules, which are a file of the type that browsers ask for', async () => {
  await start()
  for (const times of [1, 2]) {
    const page = await site.ask(LIST)
    expect(seen, `answer ${times}`).toHaveLength(1)
    const rules = await site.ask(rulesOf(page.headers['speculation-rules']))
    expect(rules.headers['content-type']).toBe('application/speculationrules+json')
    expect(rules.headers['cache-control']).toContain('immutable')
    expect(JSON.parse(rules.text)).toEqual(RULES)
  }
})

it('a page of one visitor names none', async () => {
  await start({ headers: { 'cache-control': 'private, no-store' } })
  expect((await site.ask('/home/user/icon/ada')).headers['speculation-rules']).toBeUndefined()
})

it.each(['prefetch', 'prefetch;prerender'])(
  'a request in advance (%s) is answered from the page cache, and its answer serves the visit',
  async (purpose) => {
    await start()
    const first = await site.ask(LIST, { headers: { 'sec-purpose': purpose } })
    const second = await site.ask(LIST)
    await site.ask(LIST, { headers: { 'sec-purpose': purpose } })
    expect(seen).toHaveLength(1)
    expect(second.text).toBe(first.text)
  },
)

describe('the rules', () => {
  const ruleSchema = z.object({
    and: z.tuple([z.object({ href_matches: z.array(z.string()) })]).rest(z.unknown()),
  })
  const patterns = [...RULES.prefetch, ...RULES.prerender].map(({ where }) =>
    ruleSchema
      .parse(where)
      .and[0].href_matches.map((path) => new URLPattern(path, 'https://example.com/home/faq?x=1')),
  )
  const matches = (path: string) =>
    patterns.some((some) => some.some((one) => one.test(`https://example.com${path}`)))
  const ref = { kind: 'icon', id: 'a-b' } as const

  it.each(
    ['', ...LOCALES.slice(1).map((locale) => `/${locale}`)].flatMap((prefix) =>
      [
        ...KINDS.map((kind) => paths.list(kind, { os: 'macos' })),
        paths.list('icon'),
        paths.detail(ref),
        paths.icon('a-b', 'bell'),
        paths.author('ada'),
        paths.home,
      ].map((path) => prefix + path),
    ),
  )('name %s', (path) => {
    expect(matches(path)).toBe(true)
  })

  it.each([
    endpoints.endSession,
    endpoints.session,
    endpoints.signInBy('github'),
    endpoints.plainForm('en', 'icon'),
    '/api/v1/file/f1/mine.iconpack',
    '/api/v1/picture/p1/320',
    paths.search({ q: 'bell' }),
    paths.login(),
    paths.register(),
    paths.user,
    paths.account('ada'),
    paths.ownProjects('icon', 'ada'),
    paths.upload('icon'),
    paths.edit('icon', { id: 'a-b' }),
    paths.deleteProject(ref),
    documents.feed('en', 'icon'),
    documents.embed('en', ref),
    `/de${paths.user}`,
    `/de${paths.search({ q: 'bell' })}`,
  ])('do not name %s', (path) => {
    expect(matches(path)).toBe(false)
  })
})
