import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AddPublisherRequest } from '#lib/contract/publisher.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import {
  githubClaims,
  gitlabClaims,
  NOW,
  type OidcIssuer,
  startOidcIssuer,
} from '#tests/support/oidc-issuer.ts'
import { publisherInput } from '#tests/support/publishers.ts'

let issuers: Record<'gitlab' | 'forgejo', OidcIssuer>
let backend: TestBackend
let session = ''
beforeAll(async () => {
  issuers = { gitlab: await startOidcIssuer(), forgejo: await startOidcIssuer() }
  const accepted = [issuers.gitlab.issuer('gitlab'), issuers.forgejo.issuer('forgejo')]
  backend = await startTestBackend({ issuers: accepted })
})
afterAll(async () => {
  await backend.stop()
  for (const issuer of Object.values(issuers)) await issuer.stop()
})
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOW)
  session = await registered(backend)
})

const add = (overrides: Partial<AddPublisherRequest>) => {
  const first = { kind: 'icon', title: 'Orchard' } as const
  return clientOf(backend).post(
    '/account/publishers',
    publisherInput({ first, ...overrides }),
    session,
  )
}

describe('other issuers than GitHub', () => {
  const gitlab = { repository: 'orchards/north/apples', repository_id: '20', owner_id: '72' }
  const host = () => issuers.gitlab.url.replace('http://', '')
  const exchange = async (issuer: OidcIssuer, claims: Record<string, unknown>) => {
    const token = await issuer.sign(claims)
    const { code, reason } = await clientOf(backend).post('/oidc/exchange', { token })
    return reason ?? code
  }

  it('need the ids', async () => {
    const named = {
      repository: 'orchards/north/apples',
      repository_id: undefined,
      owner_id: undefined,
    }
    expect(await add({ issuer: issuers.gitlab.url, ...named })).toMatchObject({
      code: 400,
      fields: ['repository_id'],
    })
  })

  it('are GitLab, by project, namespace, configuration and environment', async () => {
    const workflow = 'ci/release.yml'
    await add({ issuer: issuers.gitlab.url, ...gitlab, workflow, environment: 'release' })
    const ci_config_ref_uri = `${host()}/orchards/north/apples//ci/release.yml@refs/tags/v1.0.0`
    const good = { ci_config_ref_uri, environment: 'release' }
    const of = (claims: Record<string, unknown>) =>
      exchange(issuers.gitlab, gitlabClaims(host(), { ...good, ...claims }))
    expect(await of({})).toBe(200)
    expect(await of({ ci_config_ref_uri: undefined })).toBe('oidc_malformed')
    const elsewhere = `${host()}/eve/apples//ci/release.yml@refs/heads/main`
    expect(await of({ ci_config_ref_uri: elsewhere })).toBe('oidc_workflow')
    expect(await of({ environment: 'Release' })).toBe('oidc_environment')
    expect(await of({ namespace_id: '73' })).toBe('oidc_owner_changed')
    expect(await of({ project_id: '21' })).toBe('oidc_owner_changed')
  })

  it('are Forgejo, whose ids may be numbers, in any of its folders', async () => {
    await add({ issuer: issuers.forgejo.url })
    const ids = { repository_id: 1001, repository_owner_id: 77, jti: undefined }
    const of = (folder: string, claims: Record<string, unknown> = {}) =>
      exchange(
        issuers.forgejo,
        githubClaims({
          ...ids,
          workflow_ref: `ada/orchard/${folder}/workflows/release.yml@refs/heads/main`,
          ...claims,
        }),
      )
    expect(await of('.forgejo')).toBe(200)
    expect(await of('.gitea', { run_id: '43' })).toBe(200)
    expect(await of('.github', { run_id: '44' })).toBe(200)
    expect(await of('other')).toBe('oidc_workflow')
    expect(await of('.forgejo', { repository_owner_id: undefined })).toBe('oidc_malformed')
  })

  it('without ids of their tokens have each token exchanged once', async () => {
    await add({ issuer: issuers.forgejo.url })
    const workflow_ref = 'ada/orchard/.forgejo/workflows/release.yml@refs/heads/main'
    const token = await issuers.forgejo.sign(githubClaims({ workflow_ref, jti: undefined }))
    const post = () => clientOf(backend).post('/oidc/exchange', { token })
    expect((await post()).code).toBe(200)
    expect(await post()).toMatchObject({ reason: 'oidc_replayed' })
  })
})
