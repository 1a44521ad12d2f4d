// @module-tag long
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clientOf } from '#tests/support/accounts.ts'
import { startFaultyPublishing } from '#tests/support/cli-project.ts'
import { failureOf, jsonOf } from '#tests/support/cli.ts'
import { FAULTS, forwardTo, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { githubClaims, NOW, startOidcIssuer } from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const issuer = await stoppedAtEnd(startOidcIssuer())
const { site, front, titleOf, publish } = await startFaultyPublishing({
  issuers: [issuer.issuer()],
})
site.backend.setClock(NOW)

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

  it('publishes the first release of a workflow that the site trusts, and the history names the workflow', async () => {
    const first = { kind: 'icon', title: titleOf() } as const
    const trusted = { issuer: issuer.url, project_id: undefined, first }
    const { id: publisher } = await addedPublisher(site.backend, site.session, trusted)
    const token = await issuer.sign(githubClaims())
    const runner = await startRunner(identity(token))
    let exchanged = ''
    const others = forwardTo(site.url)
    front.behave((req, res) => {
      if (req.url === '/api/v1/oidc/exchange') {
        req.on('data', (chunk: Buffer) => (exchanged += chunk.toString()))
      }
      others(req, res)
    })
    const ran = await publish({ ...runner.env, KEYSTRIP_PUBLISHER: publisher }, ['--trusted'])
    expect(ran.exit, ran.err).toBe(0)
    expect(JSON.parse(exchanged)).toEqual({ token, publisher_id: publisher })
    const [asked] = runner.requests
    expect(asked?.url).toBe(
      `/token?api-version=2&audience=${encodeURIComponent(new URL(front.url).host)}`,
    )
    expect(asked?.headers['authorization']).toBe(`Bearer ${SECRET}`)
    for (const secret of [SECRET, token]) expect(ran.out + ran.err).not.toContain(secret)
    expect(ran.out + ran.err).not.toMatch(/ks_oidc_/)
    const { id } = z.object({ id: z.string() }).parse(jsonOf(ran))
    const log = await clientOf(site.backend).ask(`/icon/${id}/log`, { token: site.session })
    expect(log.data).toMatchObject({
      items: [{ event: 'published', token: 'GitHub Actions ada/orchard release.yml' }],
    })
    await runner.stop()
  })

  it('takes the identity token that a job of GitLab has as a variable, and prints it nowhere', async () => {
    const first = { kind: 'icon', title: titleOf() } as const
    const trusted = { issuer: issuer.url, project_id: undefined, first }
    const { id: publisher } = await addedPublisher(site.backend, site.session, trusted)
    const token = await issuer.sign(githubClaims())
    front.behave(forwardTo(site.url))
    const env = {
      KEYSTRIP_TOKEN: '',
      KEYSTRIP_IDENTITY: `${token}\n`,
      KEYSTRIP_PUBLISHER: publisher,
    }
    const ran = await publish(env, ['--trusted'])
    expect(ran.exit, ran.err).toBe(0)
    expect(ran.out + ran.err).not.toContain(token)
  })

  it('of an untrusted workflow ends with 3 and the reason of the site', async () => {
    const claims = githubClaims({ repository_id: '5', repository: 'eve/orchard' })
    const runner = await startRunner(identity(await issuer.sign(claims)))
    front.behave(forwardTo(site.url))
    expect(failureOf(await publish(runner.env, ['--trusted']))).toEqual([3, 'oidc_no_publisher'])
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
