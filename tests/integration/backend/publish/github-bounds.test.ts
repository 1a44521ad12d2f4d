import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkPlugin } from '#backend/services/plugin/check.ts'
import { pluginRepository, startGitHubStub } from '#tests/support/github-stub.ts'

const MB = 1024 * 1024
const REPOSITORY = { owner: 'ada', repository_url: 'https://github.com/ada/plugin' }

let github: Awaited<ReturnType<typeof startGitHubStub>>
beforeAll(async () => {
  github = await startGitHubStub()
})
afterAll(() => github.stop())
beforeEach(() => github.behave(null))

const check = () => checkPlugin({ apiUrl: github.url, token: undefined }, REPOSITORY, new Date())

/** Processor milliseconds of this process while `work` runs, the stub's included. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Sends bytes until the other side hangs up. */
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

it('an answer of a gigabyte is cut off after its first megabytes', async () => {
  const sent = { bytes: 0 }
  github.behave((res) => flood(res, sent))
  await expect(check()).rejects.toMatchObject({ status: 503 })
  expect(sent.bytes).toBeLessThan(16 * MB)
})

it('an answer that drips ends at the time limit, headers or body', async () => {
  const drips: NodeJS.Timeout[] = []
  github.behave((res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    drips.push(setInterval(() => res.write(' '), 100))
  })
  await expect(check()).rejects.toMatchObject({ status: 503 })
  github.behave(() => undefined)
  await expect(check()).rejects.toMatchObject({ status: 503 })
  for (const drip of drips) clearInterval(drip)
}, 30_000)

it.each([
  ['deep lists', '['.repeat(500_000)],
  ['deep objects', '{"a":'.repeat(150_000)],
  ['a list of half a million numbers', `[${'1,'.repeat(499_999)}1]`],
  ['a long string', `"${'\\u0041'.repeat(150_000)}"`],
])('an answer of a megabyte of %s costs little', async (_, text) => {
  github.behave((res) => res.writeHead(200, { 'content-type': 'application/json' }).end(text))
  const cpu = await cpuOf(() => expect(check()).rejects.toMatchObject({ status: 503 }))
  // 850 ms before lists were looked at first.
  expect(cpu).toBeLessThan(400)
})

it('a manifest of half a million entries is refused before a schema sees them', async () => {
  const platforms = `{"platforms":[${'1,'.repeat(99_999)}1]}`
  const root = ['manifest.json']
  github.add('ada/plugin', pluginRepository({ root, files: { 'manifest.json': platforms } }))
  await expect(check()).rejects.toMatchObject({ reason: 'bad_manifest' })
})

it('redirects and folders of plugins make no more than a dozen requests', async () => {
  const root = Array.from({ length: 500 }, (_, at) => `p${at}.plugin/`)
  github.add('ada/plugin', pluginRepository({ root, files: {} }))
  github.asked.splice(0)
  await expect(check()).rejects.toMatchObject({ reason: 'no_manifest' })
  expect(github.asked.length).toBeLessThanOrEqual(12)
  github.asked.splice(0)
  github.behave((res) => res.writeHead(302, { location: '/again' }).end())
  await expect(check()).rejects.toMatchObject({ status: 503 })
  expect(github.asked.length).toBeLessThanOrEqual(2)
})
