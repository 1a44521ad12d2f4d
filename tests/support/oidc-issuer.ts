import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import type { ClaimKind } from '#lib/contract/publisher.ts'
import type { Issuer } from '#backend/services/publisher/issuers.ts'
import { onLoopback } from './on-loopback.ts'

export type Claims = Record<string, unknown>
type Behaviour = (res: ServerResponse, path: string) => unknown

/** Host of the test backend's site, which tokens must name. */
export const AUDIENCE = 'localhost:3000'

/** An issuer of identity tokens over real HTTP, with the claims of GitHub Actions by default. */
export async function startOidcIssuer() {
  const keys = new Map<string, Awaited<ReturnType<typeof newKey>>>()
  const asked: string[] = []
  let behave: Behaviour | null = null
  const server = createServer((req, res) => {
    const path = req.url ?? '/'
    asked.push(path)
    if (behave && behave(res, path) !== false) return
    if (path.endsWith('/.well-known/openid-configuration')) {
      return json(res, { issuer: url, jwks_uri: `${url}/keys`, id_token_signing_alg: ['RS256'] })
    }
    if (path === '/keys') return json(res, { keys: [...keys.values()].map((key) => key.jwk) })
    res.writeHead(404).end()
  })
  const { url, stop } = await onLoopback(server)
  keys.set('first', await newKey('first', 'RS256'))
  return {
    url,
    /** Paths of the requests. */
    asked,
    keys,
    /** As the site is configured with it. */
    issuer: (claims: ClaimKind = 'github', findsIds = claims === 'github'): Issuer => ({
      url,
      claims,
      service: { github: 'GitHub Actions', gitlab: 'GitLab CI', forgejo: 'Forgejo Actions' }[
        claims
      ],
      findsIds,
    }),
    addKey: async (kid: string, alg = 'RS256') => keys.set(kid, await newKey(kid, alg)),
    /** Signs claims with a known key; `header` replaces parts of the header. */
    sign: (claims: Claims, { kid = 'first', header = {} }: Signing = {}) => {
      const key = keys.get(kid)
      if (!key) throw new Error(`no key ${kid}`)
      const full: JWTHeaderParameters = { alg: key.alg, kid, typ: 'JWT', ...header }
      return new SignJWT({ iss: url, ...claims }).setProtectedHeader(full).sign(key.privateKey)
    },
    behave: (behaviour: Behaviour | null) => {
      behave = behaviour
    },
    stop,
  }
}
export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>
type Signing = { kid?: string; header?: Record<string, string> }

export async function newKey(kid: string, alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return {
    alg,
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
  }
}

const secondsOf = (iso: string) => Date.parse(iso) / 1000
/** The time of the test backend. */
export const NOW = '2026-06-01T12:00:00Z'

const timed = (at: string): Claims => ({
  aud: AUDIENCE,
  jti: randomUUID(),
  iat: secondsOf(at),
  nbf: secondsOf(at) - 5,
  exp: secondsOf(at) + 300,
})

/** Claims as GitHub Actions sets them for a release. */
export const githubClaims = (overrides: Claims = {}, at = NOW): Claims => ({
  ...timed(at),
  sub: 'repo:ada/orchard:ref:refs/tags/v1.0.0',
  ref: 'refs/tags/v1.0.0',
  sha: 'e83c5163316f89bfbde7d9ab23ca2e25604af290',
  repository: 'ada/orchard',
  repository_id: '1001',
  repository_owner: 'ada',
  repository_owner_id: '77',
  repository_visibility: 'public',
  run_id: '42',
  actor: 'ada',
  actor_id: '77',
  event_name: 'release',
  workflow: 'Release',
  workflow_ref: 'ada/orchard/.github/workflows/release.yml@refs/tags/v1.0.0',
  job_workflow_ref: 'ada/orchard/.github/workflows/release.yml@refs/tags/v1.0.0',
  runner_environment: 'github-hosted',
  ...overrides,
})

/** Claims as GitLab CI sets them for a tag. */
export const gitlabClaims = (host: string, overrides: Claims = {}): Claims => ({
  ...timed(NOW),
  sub: 'project_path:orchards/north/apples:ref_type:tag:ref:v1.0.0',
  namespace_id: '72',
  namespace_path: 'orchards/north',
  project_id: '20',
  project_path: 'orchards/north/apples',
  pipeline_source: 'push',
  ref: 'v1.0.0',
  ref_type: 'tag',
  ref_protected: 'true',
  runner_environment: 'gitlab-hosted',
  ci_config_ref_uri: `${host}/orchards/north/apples//.gitlab-ci.yml@refs/tags/v1.0.0`,
  exp: secondsOf(NOW) + 3600,
  ...overrides,
})

function json(res: ServerResponse, body: unknown) {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
