import type { ServerResponse } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { checkPlugin } from '#backend/services/plugin/check.ts'
import { pluginRepository, startGitHubStub } from '#tests/support/github-stub.ts'
import { threadMs } from '#tests/support/processor-time.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const MB = 1024 * 1024
const REPOSITORY = { owner: 'ada', repository_url: 'https://github.com/ada/plugin' }

const github = await stoppedAtEnd(startGitHubStub())
beforeEach(() => github.behave(null))

const check = () => checkPlugin({ apiUrl: github.url, token: undefined }, REPOSITORY, new Date())

/** Sends bytes until the client disconnects. */
function flood(res: ServerResponse, sent: { bytes: number }) {
  res.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const more = () => {
    while (!res.destroyed && sent.bytes < 1024 * MB) {
      sent.bytes += chunk.byteLength
      if (!res.write(chunk)) return void res.once('drain', more)
    }
  }
  more()
}

it('a response of a gigabyte is aborted after the first megabytes', async () => {
  const sent = { bytes: 0 }
  github.behave((res) => flood(res, sent))
  await expect(check()).rejects.toMatchObject({ code: 'github_too_large' })
  expect(sent.bytes).toBeLessThan(16 * MB)
})

it(
  'a slow response is aborted at the time limit, in headers or body',
  { tags: 'long' },
  async () => {
    const drips: NodeJS.Timeout[] = []
    github.behave((res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      drips.push(setInterval(() => res.write(' '), 100))
    })
    await expect(check()).rejects.toMatchObject({ code: 'github_slow' })
    github.behave(() => undefined)
    await expect(check()).rejects.toMatchObject({ code: 'github_slow' })
    for (const drip of drips) clearInterval(drip)
  },
)

it.each([
  ['deep lists', '['.repeat(500_000)],
  ['deep objects', '{"a":'.repeat(150_000)],
  ['a list of half a million numbers', `[${'1,'.repeat(499_999)}1]`],
  ['a long string', `"${'\\u0041'.repeat(150_000)}"`],
])('an answer of a megabyte of %s costs little', async (_, text) => {
  github.behave((res) => res.writeHead(200, { 'content-type': 'application/json' }).end(text))
  // Of the stub, too.
  const cpu = await threadMs(() =>
    expect(check()).rejects.toMatchObject({ code: 'github_nonsense' }),
  )
  // 850 ms before lists were looked at first.
  expect(cpu).toBeLessThan(400)
})

it('a manifest with half a million entries is rejected before schema validation', async () => {
  const platforms = `{"platforms":[${'1,'.repeat(99_999)}1]}`
  const root = ['manifest.json']
  github.add('ada/plugin', pluginRepository({ root, files: { 'manifest.json': platforms } }))
  await expect(check()).rejects.toMatchObject({ code: 'bad_manifest' })
})

it('redirects and plugin folders cause at most twelve requests', async () => {
  const root = Array.from({ length: 500 }, (_, at) => `p${at}.plugin/`)
  github.add('ada/plugin', pluginRepository({ root, files: {} }))
  github.asked.splice(0)
  await expect(check()).rejects.toMatchObject({ code: 'no_manifest' })
  expect(github.asked.length).toBeLessThanOrEqual(12)
  github.asked.splice(0)
  github.behave((res) => res.writeHead(302, { location: '/again' }).end())
  await expect(check()).rejects.toMatchObject({ code: 'github_nonsense' })
  expect(github.asked.length).toBeLessThanOrEqual(2)
})
