// @module-tag long
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { GET, POST } from '#app/api/cache/route.ts'
import { readAnswer, clearAnswers } from '#lib/cache/answers.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const SECRET = 'what-the-processes-and-commands-share'
const run = promisify(execFile)

/** Two addresses of this process, as two web processes have. */
const servers = [0, 1].map(() =>
  createServer((req, res) => {
    void (async () => {
      const { method = 'GET', headers } = req
      const body = method === 'GET' ? null : Buffer.concat(await Array.fromAsync(req))
      const authorization = headers.authorization ?? ''
      const request = new Request(`http://web${req.url}`, {
        method,
        body,
        headers: { authorization },
      })
      const answer = await (method === 'GET' ? GET : POST)(request)
      res.writeHead(answer.status).end(await answer.text())
    })()
  }),
)
function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
beforeAll(async () => {
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
})
afterAll(() => servers.forEach((server) => server.close()))
beforeEach(() => {
  stubVariables({ INTERNAL_SECRET: SECRET })
  clearAnswers()
})

const remember = (key: string) =>
  readAnswer({ key, tags: ['list:icon'], tagsOf: () => [], lifetimeMs: 60_000 }, async () => ({}))

it.each([
  ['without the secret', {}],
  ['with another one', { authorization: `Bearer ${SECRET}x` }],
])('is not there %s', async (_, headers) => {
  for (const method of ['GET', 'POST']) {
    const answer = await (method === 'GET' ? GET : POST)(
      new Request('http://web/api/cache', { method, headers }),
    )
    expect(answer.status).toBe(404)
  }
})

it('refuses what is no query and no purge', async () => {
  const headers = { authorization: `Bearer ${SECRET}` }
  const statusOf = async (answer: Promise<Response>) => (await answer).status
  const read = (query: string) => GET(new Request(`http://web/api/cache?${query}`, { headers }))
  const write = (body: string) =>
    POST(new Request('http://web/api/cache', { method: 'POST', headers, body }))
  expect(await statusOf(read('of=everything'))).toBe(400)
  expect(await statusOf(read('of=keys&limit=100000'))).toBe(400)
  expect(await statusOf(write('{"tag":"a b"}'))).toBe(400)
  expect(await statusOf(write('{"tag":"a","key":"b"}'))).toBe(400)
  expect(await statusOf(write('no JSON'))).toBe(400)
  expect(await statusOf(write(`{"key":"${'x'.repeat(17_000)}"}`))).toBe(413)
})

it('shows and purges the caches of every web process by command', async () => {
  await remember('list one')
  await remember('list two')
  const web = servers.flatMap((server) => ['--web', addressOf(server)])
  const admin = async (...args: string[]) => {
    const env = { ...process.env, INTERNAL_SECRET: SECRET, BACKEND_URL: 'http://127.0.0.1:9' }
    const command = ['scripts/admin.ts', 'cache', ...args, ...web]
    return (await run(process.execPath, command, { env })).stdout
  }
  const keys = await admin('keys', '--tag', 'list:icon', '--limit', '1')
  for (const server of servers) {
    expect(keys).toContain(`${addressOf(server)}: `)
  }
  expect(keys).toMatch(
    /process \d+.*\nanswers {2}list one\n {4}\d+ s {2}0\.0 KiB {2}fresh\n {4}list:icon\nMore: --after "answers list one"\n/,
  )
  expect(await admin('purge', '--key', 'list one')).toMatch(
    /Purged 1 key\.\n.*\nPurged 0 keys\.\n$/,
  )
  expect(await admin()).toMatch(/answers {7}1 keys/)
})
