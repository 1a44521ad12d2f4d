import { randomBytes } from 'node:crypto'
import { parseConfig } from '#backend/config.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import { callbackPath } from '#lib/contract/provider.ts'
import { clientOf, registered } from './accounts.ts'
import { startTestBackend } from './backend.ts'
import { ownedBy, pluginRepository, startGitHubStub, type StubRepository } from './github-stub.ts'
import { providerVariables, startProviderStub } from './providers.ts'
import { projectInput } from './publishing.ts'

const NAME = 'octo-ada/plums'
const ADDRESS = `https://github.com/${NAME}`
/** GitHub's numeric id of the owner of the repository. */
export const OCTO = 4711

/** A backend and a GitHub stub with one plugin, for tests of publishing by several accounts. */
export async function startOwners(said: Partial<Dependencies> = {}) {
  const github = await startGitHubStub()
  const stub = await startProviderStub()
  const { providers } = parseConfig({
    DATABASE_URL: 'postgres://localhost/x',
    ...providerVariables(stub.url, stub.url),
  })
  const parts = { providers, github: { apiUrl: github.url, token: undefined }, ...said }
  const backend = await startTestBackend(parts)
  const { ask, post } = clientOf(backend)

  /** Sets the repository of the plugin, with or without a `.keystrip`. */
  function repository(keystrip?: string, said: Partial<StubRepository> = {}) {
    const plain = pluginRepository({ ownerId: OCTO, ...said })
    if (keystrip === undefined) return github.add(NAME, plain)
    github.add(NAME, ownedBy(keystrip, plain))
  }
  const wishFor = (token: string, said: Record<string, unknown> = {}) =>
    projectInput(backend, token, {
      file_id: undefined,
      version: '1.1.3',
      category: 'productivity',
      repository_url: ADDRESS,
      ...said,
    })
  /** The parameters of GitHub's redirect after consent. */
  function consent(id: number, name: string) {
    const verifier = randomBytes(32).toString('base64url')
    const home = `http://localhost:3000${callbackPath('github')}`
    const person = { id, name, email: `${name}@example.com`, verified: true }
    const code = stub.consent(person, verifier, home)
    return { code, redirect_uri: home, code_verifier: verifier }
  }
  return {
    backend,
    repository,
    /** Proves push permission as GitHub user 1; `said` overrides the body. */
    prove: (token: string, said: Record<string, unknown> = {}) =>
      post(
        '/plugin/github/proof',
        { ...consent(1, 'pusher'), repository_url: ADDRESS, ...said },
        token,
      ),
    wishFor,
    account: (username: string, email = `${username}@example.com`) =>
      registered(backend, { username, email }),
    /** Signs in with GitHub as the user with this id. @returns the token. */
    async byGitHub(id: number, name = 'octo-ada'): Promise<string> {
      const query = new URLSearchParams(consent(id, name))
      return (await ask(`/auth/github/oauth/token?${query}`)).token ?? ''
    },
    publish: async (token: string, said: Record<string, unknown> = {}) =>
      post('/plugin', await wishFor(token, said), token),
    check: (token: string) =>
      ask(`/plugin/github/check?${new URLSearchParams({ repository_url: ADDRESS })}`, { token }),
    transfers: (token: string) => ask('/account/transfers', { token }),
    async empty() {
      await backend.empty()
      backend.messages.length = 0
      repository()
    },
    async stop() {
      await backend.stop()
      await github.stop()
      await stub.stop()
    },
  }
}
export type Owners = Awaited<ReturnType<typeof startOwners>>
