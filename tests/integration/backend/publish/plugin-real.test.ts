import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { startGitHubStub } from '#tests/support/github-stub.ts'
import { NO_PLUGINS, REAL_PLUGINS } from '#tests/support/real-plugins.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
let ada = ''
beforeEach(async () => {
  await backend.empty()
  github.behave(null)
  ada = await registered(backend)
})

function check(repository: string) {
  const query = new URLSearchParams({ repository_url: `https://github.com/${repository}` })
  return clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
}

describe('real repositories', () => {
  it.each(REAL_PLUGINS)('%s is a plugin', async (name, repository, expected) => {
    github.add(name, repository)
    const { data, code } = await check(name)
    expect(code).toBe(200)
    const { warnings, ...rest } = expected
    expect(data).toMatchObject(rest)
    if (warnings) expect(data).toMatchObject({ warnings })
  })

  it.each(NO_PLUGINS)('%s is refused', async (name, repository) => {
    github.add(name, repository)
    expect(await check(name)).toMatchObject({ code: 400, reason: 'no_manifest' })
  })
})

describe('GitHub failures', () => {
  it('report the retry time if GitHub’s rate limit is exceeded', async () => {
    const reset = Math.trunc(Date.parse('2026-06-01T13:00:00Z') / 1000)
    github.behave((res) => {
      res.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }).end('{}')
    })
    expect(await check('ada/any')).toMatchObject({
      code: 429,
      reason: 'github_limit',
      details: { retry_at: '2026-06-01T13:00:00.000Z' },
    })
    expect((await check('ada/any')).headers.get('retry-after')).toBe('3600')
  })

  it('report GitHub’s secondary rate limit too', async () => {
    github.behave((res) => void res.writeHead(403, { 'retry-after': '120' }).end('{}'))
    expect(await check('ada/any')).toMatchObject({
      reason: 'github_limit',
      details: { retry_at: '2026-06-01T12:02:00.000Z' },
    })
  })

  it.each([
    ['a page', 'github_nonsense', (res) => void res.end('<h1>hello</h1>')],
    ['an error', 'github_failing', (res) => void res.writeHead(502).end('<h1>502</h1>')],
    ['401', 'github_unauthorized', (res) => void res.writeHead(401).end('{}')],
    ['403', 'github_forbidden', (res) => void res.writeHead(403).end('{}')],
    [
      'a redirect elsewhere',
      'github_nonsense',
      (res) => void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['2 MB', 'github_too_large', (res) => void res.end(' '.repeat(2 * 1024 * 1024))],
    ['nothing', 'github_unreachable', (res) => void res.destroy()],
  ] as [string, string, Parameters<Awaited<ReturnType<typeof startGitHubStub>>['behave']>[0]][])(
    'is a 503 of its own when GitHub answers %s: %s',
    async (_, reason, behaviour) => {
      github.behave(behaviour)
      expect(await check('ada/any')).toMatchObject({ code: 503, reason, data: null })
    },
  )

  it('distinguish a legally blocked repository from a missing one', async () => {
    github.behave((res) => void res.writeHead(451).end('{}'))
    expect(await check('ada/any')).toMatchObject({ code: 404, reason: 'blocked_repository' })
  })
})
