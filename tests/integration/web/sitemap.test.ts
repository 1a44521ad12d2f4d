import { beforeEach, expect, it } from 'vitest'
import { GET as getIndex } from '#app/sitemap.xml/route.ts'
import { GET as getSitemap } from '#app/sitemaps/[name]/route.ts'
import { clearAnswers } from '#lib/cache/answers.ts'
import { SHARD_SIZE } from '#lib/contract/address.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

/** The first shard has grown by a fifth since the shards were found. */
const IDS = [
  ...Array.from({ length: SHARD_SIZE * 1.2 }, (_, at) => `a${10_000 + at}`),
  'end',
  'next',
]

const backend = await stoppedAtEnd(startFaultyBackend())
beforeEach(() => {
  clearAnswers()
  stubVariables({ BACKEND_URL: backend.url })
  backend.behave((req, res) => {
    const url = new URL(req.url ?? '', 'http://backend')
    if (url.pathname.endsWith('/index/shards')) {
      return answer(res, 200, { starts: url.searchParams.get('of') === 'projects' ? ['end'] : [] })
    }
    if (url.pathname.endsWith('/index/addresses')) {
      const at = IDS.indexOf(url.searchParams.get('after') ?? '') + 1
      const ids = IDS.slice(at, at + Number(url.searchParams.get('limit')))
      const rest = { kind: 'icon', updated_at: '2026-03-01T00:00:00.000Z', cover_url: '/cover.png' }
      return answer(res, 200, { items: ids.map((id) => ({ id, ...rest })) })
    }
    return answer(res, 503, null)
  })
})

const read = (name: string) =>
  getSitemap(new Request(`http://web/sitemaps/${name}`), { params: Promise.resolve({ name }) })
const idsIn = async (response: Response) =>
  [
    ...(await response.text()).matchAll(
      /<loc>[^<]*\/en\/[^<]*\/detail\/(\w+)<\/loc>|<loc>http:\/\/[^/]*\/home\/[^<]*\/detail\/(\w+)<\/loc>/g,
    ),
  ].map(([, one, two]) => one ?? two)

it('has each project in one shard, also in one that has grown since the shards were found', async () => {
  const [first, second] = [await read('projects-0.xml'), await read('projects-end.xml')]
  const ids = [await idsIn(first), await idsIn(second)]
  expect(ids.map(({ length }) => length)).toEqual([IDS.length - 1, 1])
  expect(ids.flat()).toEqual(IDS)
})

it('has an index although lists cannot be read', async () => {
  const response = await getIndex(new Request('http://web/sitemap.xml'))
  expect(response.status).toBe(200)
  const xml = await response.text()
  for (const name of ['pages', 'projects-0', 'projects-end']) {
    expect(xml).toContain(`/sitemaps/${name}.xml</loc>`)
  }
})

it('asks search engines to come again while the backend fails', async () => {
  backend.behave((_, res) => answer(res, 503, null))
  const responses = [
    await getIndex(new Request('http://web/sitemap.xml')),
    await read('projects-0.xml'),
  ]
  for (const { status, headers } of responses) {
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      '60',
      'no-store',
    ])
  }
})
