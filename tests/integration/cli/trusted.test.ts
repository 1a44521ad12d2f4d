import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFolder, failureOf, runCli } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { answer, FAULTS, forwardTo, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { createPicture } from '#tests/support/images.ts'

/** What stands between the command line and the site. */
let front: Awaited<ReturnType<typeof startFaultyBackend>>
let site: Awaited<ReturnType<typeof startCliSite>>
let folder: Awaited<ReturnType<typeof createFolder>>
let count = 0
beforeAll(async () => {
  front = await startFaultyBackend()
  site = await startCliSite()
})
afterAll(async () => {
  await front.stop()
  await site.stop()
})
beforeEach(async () => {
  front.requests.length = 0
  folder = await createFolder()
  count += 1
  await folder.write('pack.iconpack', buildStandardFile('icon'))
  await folder.write('cover.png', await createPicture())
  await folder.write('about.md', 'Trees.')
})
afterEach(() => folder.remove())

const ARGUMENTS =
  'publish --json --description about.md --category nature --file pack.iconpack --cover cover.png --gallery cover.png'
const publish = (env: Record<string, string> = {}, more: string[] = []) =>
  runCli([...ARGUMENTS.split(' '), '--title', `Orchard ${count}`, ...more], {
    folder: folder.path,
    env: { ...site.env, KEYSTRIP_SITE: front.url, ...env },
    random: () => 0.5,
  })

describe('publish --trusted', () => {
  const SECRET = 'request-secret-of-the-runner'
  const identity =
    (value: unknown): RequestListener =>
    (_, res) =>
      void res.setHeader('content-type', 'application/json').end(JSON.stringify({ value }))
  /** The runner's service for identity tokens, and the exchange of the site. */
  async function startRunner(behaviour: RequestListener) {
    const runner = await startFaultyBackend()
    runner.behave(behaviour)
    const env = {
      KEYSTRIP_TOKEN: '',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${runner.url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: SECRET,
    }
    return { ...runner, env }
  }

  it('exchanges the identity of the workflow for a token and publishes with it', async () => {
    const runner = await startRunner(identity('identity.of.workflow'))
    let body = ''
    const others = forwardTo(site.url)
    front.behave((req, res) => {
      if (req.url !== '/api/v1/oidc/exchange') return others(req, res)
      req.on('data', (chunk: Buffer) => (body += chunk.toString()))
      req.on('end', () =>
        answer(res, 200, { token: site.token, expires_at: '2026-06-01T12:30:00Z' }),
      )
    })
    const ran = await publish(runner.env, ['--trusted'])
    expect(ran.exit).toBe(0)
    expect(JSON.parse(body)).toEqual({ token: 'identity.of.workflow' })
    const [asked] = runner.requests
    expect(asked?.url).toBe(
      `/token?api-version=2&audience=${encodeURIComponent(new URL(front.url).host)}`,
    )
    expect(asked?.headers['authorization']).toBe(`Bearer ${SECRET}`)
    for (const secret of [SECRET, site.token, 'identity.of.workflow']) {
      expect(ran.out + ran.err).not.toContain(secret)
    }
    await runner.stop()
  })

  it.each([
    ['HTML', FAULTS.html],
    ['a refusal', FAULTS['no envelope']],
    ['a redirection', FAULTS.redirects],
    ['a token of 30 kB', identity('x'.repeat(30_000))],
  ])('ends with 5 where the runner answers with %s', async (_, behaviour) => {
    const runner = await startRunner(behaviour)
    expect(failureOf(await publish(runner.env, ['--trusted']))).toEqual([5, 'no_identity'])
    expect(front.requests).toEqual([])
    await runner.stop()
  })

  it('ends with 2 outside of a workflow that may have an identity', async () => {
    expect(failureOf(await publish({}, ['--trusted']))).toEqual([2, 'usage'])
  })
})
