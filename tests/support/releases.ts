import { expect } from 'vitest'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import type { Dependencies } from '#backend/dependencies.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { releaseSecretSchema, releasesSchema } from '#lib/contract/release.ts'
import { addDelivery } from '#backend/services/release/deliveries.ts'
import { releaseHandler } from '#backend/services/release/job.ts'
import { signatureOf } from '#backend/services/release/signature.ts'
import { clientOf, registered } from './accounts.ts'
import { quietParts, startTestBackend, type TestBackend } from './backend.ts'
import { buildPackage } from './containers.ts'
import {
  FIRST_GENERATION,
  ownedBy,
  startGitHubStub,
  type StubRelease,
  type StubRepository,
} from './github-stub.ts'
import { projectInput, storedFiles } from './publishing.ts'
import { waitFor } from '#tests/support/wait.ts'
import { PAYER } from './payer.ts'

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

export const NAME = 'ENIAC-Tech/Plugin-Example'
/** When the tests take place. */
export const NOW = '2026-06-01T12:00:00Z'

export const packageOf = (version: string) => buildPackage(FIRST_GENERATION, { version })
/** Of an `outcome`: nothing is public, and nothing is left. */
export const NOTHING_NEW = { version: '1.1.3', left: [], rows: 0 }
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

/** What a handler gets from the queue. */
export const JOB = {
  signal: new AbortController().signal,
  progress: async () => undefined,
  payer: PAYER,
}

/** A backend and a GitHub stub with one plugin, whose author has proved to own its repository. */
export async function startReleases(parts: Partial<Dependencies> = {}) {
  const github = await startGitHubStub()
  const backend = await startTestBackend({
    github: { apiUrl: github.url, token: undefined },
    ...parts,
  })
  const plugin = { token: '', id: '', secret: '' }
  let count = 0

  /** Sets the releases of a repository, by default of the plugin, the newest first. */
  function release(releases: StubRelease[], said: Partial<StubRepository> = {}, name = NAME) {
    github.add(name, { ...ownedBy('ada_lovelace'), releases, ...said })
  }
  /** Publishes version 1.1.3 of a plugin. @returns its id, and the secret of its notices. */
  async function add(name: string) {
    release([releaseOf('1.1.3', { assets: {} })], {}, name)
    const input = await projectInput(backend, plugin.token, {
      file_id: undefined,
      version: '1.1.3',
      category: 'productivity',
      repository_url: `https://github.com/${name}`,
    })
    const { data } = await clientOf(backend).post('/plugin', input, plugin.token)
    const { id } = z.object({ id: z.string() }).parse(data)
    return { id, secret: await newSecret(backend, id, plugin.token) }
  }
  /** Publishes the plugin in an empty catalogue. */
  async function begin() {
    await backend.empty()
    backend.setClock(NOW)
    github.behave(null)
    plugin.token = await registered(backend)
    Object.assign(plugin, await add(NAME))
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
  const items = async (id = plugin.id) => (await releasesOf(backend, id, plugin.token)).items
  /** The author's button: reads the latest release, and does not wait for the outcome. */
  const look = (id = plugin.id) =>
    clientOf(backend).post(`/plugin/${id}/releases/check`, { is_test: false }, plugin.token)
  const readPlugin = async (id = plugin.id) => (await backend.get(`/plugin/${id}`)).data
  /** Waits until the last delivery is as expected. */
  const untilLast = (expected: object, id = plugin.id) =>
    waitFor(async () => expect((await items(id))[0]).toMatchObject(expected), {
      timeout: 15_000,
      interval: 20,
    })
  return {
    github,
    backend,
    plugin,
    release,
    add,
    begin,
    noticeOf,
    /** GitHub's redirect from the old name. */
    rename: (to: string) => github.rename(NAME, to),
    send: (body: object = noticeOf(), by = plugin.secret) =>
      sendNotice(backend, body, signed(by, body)),
    look,
    readPlugin,
    items,
    untilLast,
    /** Reads the latest release. @returns what its delivery says, the version that everybody sees, and the files that were left. */
    async outcome() {
      const before = await storedFiles(backend)
      await look()
      await waitFor(async () => expect((await items())[0]?.reason).toEqual(expect.any(String)), {
        timeout: 15_000,
        interval: 20,
      })
      const [{ state, reason, details } = { state: '', reason: '', details: {} }] = await items()
      const { version } = z.object({ version: z.string() }).parse(await readPlugin())
      const { rows, objects } = await storedFiles(backend)
      const left = objects.filter((name) => !before.objects.includes(name))
      return { state, reason, details, version, left, rows: rows - before.rows }
    },
    /** A delivery that no job belongs to. @returns its id. */
    async abandoned(): Promise<string> {
      const now = new Date(NOW)
      const deliveryId = `abandoned-${(count += 1)}`
      const added = { projectId: plugin.id, origin: 'author', deliveryId, tag: null, now } as const
      const row = await addDelivery(backend.db, added)
      await backend.db.execute(sql`DELETE FROM jobs`)
      return row?.id ?? ''
    },
    /** A job of releases as of another backend; `said` replaces what it is built from. */
    handler: (said: Partial<Parameters<typeof releaseHandler>[0]> = {}) =>
      releaseHandler({
        ...quietParts(backend.db, backend.storage),
        ...backend,
        github: { apiUrl: github.url, token: undefined },
        clock: () => new Date(NOW),
        uploadMaxBytes: 1e8,
        accountQuota: () => 1e9,
        onPublished: () => undefined,
        ...said,
      }),
    /** Lets the queue try again at once what it would try later. */
    hurry: async () => {
      await backend.db.execute(sql`UPDATE jobs SET due_at = now()`)
      backend.jobs.wake()
    },
    stop: async () => {
      await backend.stop()
      await github.stop()
    },
  }
}
