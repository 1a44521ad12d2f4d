import { z } from 'zod'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { releaseSecretSchema, releasesSchema } from '#lib/contract/release.ts'
import { signatureOf } from '#backend/services/release/signature.ts'
import { clientOf, registered } from './accounts.ts'
import { startTestBackend, type TestBackend } from './backend.ts'
import { buildPackage } from './containers.ts'
import {
  FIRST_GENERATION,
  pluginRepository,
  startGitHubStub,
  type StubRelease,
  type StubRepository,
} from './github-stub.ts'
import { projectInput } from './publishing.ts'

type Headers = Record<string, string>

/** Sends a notice as the maker's workflow or GitHub does. */
export async function sendNotice(backend: TestBackend, body: unknown, headers: Headers) {
  const response = await backend.app.request('/api/v1/plugins/webhook', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, ...envelopeSchema.parse(await response.json()) }
}

export const signed = (secret: string, body: unknown): Headers => ({
  'x-hub-signature-256': signatureOf(secret, JSON.stringify(body)),
})

/** A new secret for the notices of a plugin. */
export async function newSecret(backend: TestBackend, id: string, token: string) {
  const { data } = await clientOf(backend).post(`/plugin/${id}/releases/secret`, {}, token)
  return releaseSecretSchema.parse(data).secret
}

/** How a plugin gets its releases, as its author sees it. */
export async function releasesOf(backend: TestBackend, id: string, token: string) {
  const answer = await clientOf(backend).ask(`/plugin/${id}/releases`, { token })
  return z.object({ data: releasesSchema }).parse(answer).data
}

const NAME = 'ENIAC-Tech/Plugin-Example'
/** When the tests take place. */
export const NOW = '2026-06-01T12:00:00Z'

export const packageOf = (version: string) => buildPackage(FIRST_GENERATION, { version })
/** A release with packages for two systems. */
export const releaseOf = (version: string, said: Partial<StubRelease> = {}): StubRelease => ({
  tag: `v${version}`,
  assets: {
    'a.win32.flexplugin': packageOf(version),
    'a.darwin.flexplugin': packageOf(version),
    'notes.txt': Buffer.from('x'),
  },
  ...said,
})

/** A backend and a GitHub stub with one plugin, whose author has proved to own its repository. */
export async function startReleases(parts: Parameters<typeof startTestBackend>[0] = {}) {
  const github = await startGitHubStub()
  const backend = await startTestBackend({
    github: { apiUrl: github.url, token: undefined },
    ...parts,
  })
  const plugin = { token: '', id: '', secret: '' }
  let count = 0

  /** Sets the releases of the repository, the newest first. */
  function release(releases: StubRelease[], said: Partial<StubRepository> = {}) {
    const plain = pluginRepository()
    const files = { ...plain.files, '.keystrip': 'ada_lovelace\n' }
    github.add(NAME, { ...plain, root: ['.keystrip', ...plain.root], files, releases, ...said })
  }
  /** Publishes version 1.1.3 of the plugin in an empty catalogue. */
  async function begin() {
    await backend.empty()
    backend.setClock(NOW)
    github.behave(null)
    release([releaseOf('1.1.3', { assets: {} })])
    plugin.token = await registered(backend)
    const input = await projectInput(backend, plugin.token, {
      file_id: undefined,
      version: '1.1.3',
      category: 'productivity',
      repository_url: `https://github.com/${NAME}`,
    })
    const { data } = await clientOf(backend).post('/plugin', input, plugin.token)
    plugin.id = z.object({ id: z.string() }).parse(data).id
    plugin.secret = await newSecret(backend, plugin.id, plugin.token)
  }
  /** The notice of the maker's workflow for version 1.2.0. */
  const noticeOf = (said: Record<string, unknown> = {}) => ({
    repo_url: `https://github.com/${NAME}`,
    tag: 'v1.2.0',
    manifest_uuid: 'com.eniac.example',
    delivery_id: `${(count += 1)}-1`,
    timestamp: Date.parse(NOW) / 1000,
    ...said,
  })
  return {
    github,
    backend,
    plugin,
    release,
    begin,
    noticeOf,
    /** GitHub's redirect from the old name. */
    rename: (to: string) => github.rename(NAME, to),
    send: (body: object = noticeOf(), by = plugin.secret) =>
      sendNotice(backend, body, signed(by, body)),
    readPlugin: async () => (await backend.get(`/plugin/${plugin.id}`)).data,
    items: async () => (await releasesOf(backend, plugin.id, plugin.token)).items,
    stop: async () => {
      await backend.stop()
      await github.stop()
    },
  }
}
