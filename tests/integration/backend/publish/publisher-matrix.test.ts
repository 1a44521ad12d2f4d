// @module-tag long
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PublishEvent, PUBLISH_EVENTS, publishersSchema } from '#lib/contract/publisher.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import {
  type Claims,
  githubClaims,
  gitlabClaims,
  NOW,
  type OidcIssuer,
  startOidcIssuer,
} from '#tests/support/oidc-issuer.ts'
import { addedPublisher, publisherInput } from '#tests/support/publishers.ts'
import { publishProject } from '#tests/support/publishing.ts'

let github: OidcIssuer
let gitlab: OidcIssuer
let backend: TestBackend
let session = ''
let project_id = ''
beforeAll(async () => {
  github = await startOidcIssuer()
  gitlab = await startOidcIssuer()
  backend = await startTestBackend({ issuers: [github.issuer(), gitlab.issuer('gitlab')] })
})
afterAll(async () => {
  await backend.stop()
  await github.stop()
  await gitlab.stop()
})
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOW)
  session = await registered(backend)
  project_id = (await publishProject(backend, session)).id
})

const trust = (events?: PublishEvent[]) =>
  addedPublisher(backend, session, { issuer: github.url, project_id, events })
async function exchange(claims: Claims, issuer = github, address = '203.0.113.1') {
  const token = await issuer.sign(claims)
  return clientOf(backend, { address }).post('/oidc/exchange', { token })
}
const outcome = async (...args: Parameters<typeof exchange>) => {
  const { code, reason } = await exchange(...args)
  return reason ?? code
}
const TAG = { ref: 'refs/tags/v1.0.0' }
const BRANCH = { ref: 'refs/heads/main' }

describe('the event of a run', () => {
  it.each([
    ['push', TAG, 200],
    ['release', TAG, 200],
    ['workflow_dispatch', BRANCH, 200],
    ['schedule', BRANCH, 200],
    ['push', BRANCH, 'oidc_event'],
    ['push', { ref: 'refs/heads/refs/tags/v1' }, 'oidc_event'],
    ['push', { ref: undefined }, 'oidc_malformed'],
    ...[
      'pull_request',
      'pull_request_target',
      'workflow_run',
      'issue_comment',
      'issues',
      'discussion',
      'fork',
      'repository_dispatch',
      'merge_group',
      'an_event_of_next_year',
      'PUSH',
      '',
    ].map((event): [string, Claims, string] => [event, TAG, 'oidc_event']),
  ] as const)('%s with %o is answered with %s', async (event_name, claims, expected) => {
    await trust()
    expect(await outcome(githubClaims({ event_name, ...claims }))).toBe(expected)
  })

  it.each([
    ['push', 'tag', 200],
    ['web', 'branch', 200],
    ['api', 'branch', 200],
    ['schedule', 'branch', 200],
    ['push', 'branch', 'oidc_event'],
    ['merge_request_event', 'branch', 'oidc_event'],
    ['trigger', 'tag', 'oidc_event'],
    ['parent_pipeline', 'tag', 'oidc_event'],
    ['constructor', 'tag', 'oidc_event'],
  ])(
    'of a pipeline by %s of a %s is answered with %s',
    async (pipeline_source, ref_type, expected) => {
      const repository = 'orchards/north/apples'
      const ids = { repository_id: '20', owner_id: '72', workflow: '.gitlab-ci.yml' }
      await addedPublisher(backend, session, { issuer: gitlab.url, project_id, repository, ...ids })
      const host = gitlab.url.replace('http://', '')
      expect(await outcome(gitlabClaims(host, { pipeline_source, ref_type }), gitlab)).toBe(
        expected,
      )
    },
  )

  it('is one of those that the owner has chosen, also of a publisher that was added before', async () => {
    expect((await trust(['release', 'push'])).events).toEqual(['push', 'release'])
    expect(await outcome(githubClaims({ event_name: 'release' }))).toBe(200)
    expect(await outcome(githubClaims({ event_name: 'schedule' }))).toBe('oidc_event')
    await backend.db.execute(sql`UPDATE trusted_publishers SET events = NULL`)
    expect(await outcome(githubClaims({ event_name: 'schedule' }))).toBe(200)
    expect((await listed()).map(({ events }) => events)).toEqual([[...PUBLISH_EVENTS]])
  })

  it('is chosen anew by the owner alone, and at least one remains', async () => {
    const { id, ...shown } = await trust()
    const change = (body: object, token: string) =>
      clientOf(backend).ask('/account/publishers', { method: 'PUT', body: { id, ...body }, token })
    const other = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    expect(await change({ events: ['release'] }, other)).toMatchObject({ code: 404 })
    expect(await change({ events: [] }, session)).toMatchObject({ code: 400 })
    expect(await change({ events: ['pull_request_target'] }, session)).toMatchObject({ code: 400 })
    const wrong = { ...shown, events: ['release'], workflow: 'other.yml' }
    expect(await change(wrong, session)).toMatchObject({ reason: 'field_fixed' })
    expect(await change({ events: ['release', 'release'] }, session)).toMatchObject({
      code: 200,
      data: { id, events: ['release'] },
    })
    expect(await outcome(githubClaims({ event_name: 'push', ...TAG }))).toBe('oidc_event')
    expect((await listed())[0]?.events).toEqual(['release'])
    const again = publisherInput({ issuer: github.url, project_id, events: ['push'] })
    expect(await clientOf(backend).post('/account/publishers', again, session)).toMatchObject({
      reason: 'publisher_exists',
    })
  })
})

describe('a build matrix', () => {
  /** Makes each exchange take 100 ms in the database: longer for 40 of them than a row may be locked. */
  const slowly = async (work: () => Promise<unknown>) => {
    await backend.db.execute(sql`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$`)
    await backend.db.execute(sql`CREATE TRIGGER wait BEFORE INSERT ON access_tokens
      FOR EACH ROW EXECUTE FUNCTION wait()`)
    try {
      await work()
    } finally {
      await backend.db.execute(sql`DROP FUNCTION wait CASCADE`)
    }
  }
  const jobs = (count: number) => Array.from({ length: count }, () => githubClaims())

  it('of 40 jobs gets a token for each, from one network and from 40', async () => {
    await trust()
    await slowly(async () => {
      for (const networks of [1, 40]) {
        const claims = jobs(40)
        const codes = await Promise.all(
          claims.map((one, at) => outcome(one, github, `203.0.113.${(at % networks) + 1}`)),
        )
        expect(codes).toEqual(claims.map(() => 200))
      }
    })
  })

  it('does not keep the exchange of another repository waiting for all of it', async () => {
    await trust()
    const other = { repository: 'eve/plums', repository_id: '2002', owner_id: '99' }
    const plums = await publishProject(backend, session, { title: 'Plums' })
    await addedPublisher(backend, session, { issuer: github.url, project_id: plums.id, ...other })
    const order: string[] = []
    await slowly(async () => {
      const matrix = jobs(20).map(async (claims) => {
        await exchange(claims)
        order.push('matrix')
      })
      const claims = githubClaims({
        repository: other.repository,
        repository_id: other.repository_id,
        repository_owner_id: other.owner_id,
        workflow_ref: 'eve/plums/.github/workflows/release.yml@refs/tags/v1.0.0',
      })
      const single = exchange(claims).then(({ code }) => order.push(`other ${code}`))
      await Promise.all([...matrix, single])
    })
    expect(order.indexOf('other 200')).toBeGreaterThanOrEqual(0)
    expect(order.indexOf('other 200')).toBeLessThan(10)
  })
})

const listed = async () => {
  const path = `/account/publishers?project_id=${project_id}`
  return publishersSchema.parse((await clientOf(backend).ask(path, { token: session })).data).items
}
