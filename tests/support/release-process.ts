import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { signatureOf } from '#backend/services/release/signature.ts'
import { releaseSecretSchema, releasesSchema } from '#lib/contract/release.ts'
import { callApi, registerOver, uploadOver } from './api-client.ts'
import { spawnBackend } from './backend-process.ts'
import { buildInput } from './builders.ts'
import { startDatabase } from './database.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { pluginRepository, startGitHubStub, type StubRelease } from './github-stub.ts'
import { createPicture } from './images.ts'
import { NAME } from './releases.ts'

const ADDRESS = `https://github.com/${NAME}`
const pluginSchema = z.object({ version: z.string(), packages: z.array(z.unknown()).nullable() })

/** A backend process with one plugin, which can be stopped at any statement and at any answer of GitHub, killed, and started again. */
export async function startReleaseProcess() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'release-'))
  const github = await startGitHubStub()
  const database = await startDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const plugin = { token: '', id: '', secret: '' }
  let backend = spawn()
  let base = ''

  function spawn(isAlone = true) {
    return spawnBackend({
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '1',
      DATABASE_ALONE: isAlone ? '1' : '0',
      DATA_DIR: folder,
      GITHUB_API_URL: github.url,
    })
  }
  /** Sets the releases of the repository, the newest first. */
  function release(releases: StubRelease[]) {
    const plain = pluginRepository()
    const said = { '.keystrip': 'ada_lovelace\n' }
    const root = ['.keystrip', ...plain.root]
    github.add(NAME, { ...plain, root, files: { ...plain.files, ...said }, releases })
  }
  async function begin() {
    base = `${await backend.listening}/api/v1`
    plugin.token = await registerOver(base, folder)
    const { token } = plugin
    const bytes = await createPicture()
    const picture = (purpose: string) => uploadOver(base, token, { purpose, name: 'c.png', bytes })
    const body = buildInput({
      version: '1.1.3',
      category: 'productivity',
      repository_url: ADDRESS,
      cover_id: await picture('cover'),
      gallery_ids: [await picture('gallery')],
    })
    const made = await callApi(base, '/plugin', { token, body })
    plugin.id = z.object({ data: z.object({ id: z.string() }) }).parse(made).data.id
    const answer = await callApi(base, `/plugin/${plugin.id}/releases/secret`, { token, body: {} })
    plugin.secret = z.object({ data: releaseSecretSchema }).parse(answer).data.secret
  }
  async function read() {
    const answer = await callApi(base, `/plugin/${plugin.id}`, { method: 'GET' })
    const { version, packages } = z.object({ data: pluginSchema }).parse(answer).data
    return { version, packages: packages?.length ?? 0 }
  }

  return {
    folder,
    github,
    database,
    proxy,
    plugin,
    release,
    begin,
    /** Version and number of packages, as everybody sees them. */
    read,
    /** Reads them again and again, while the backend answers. @returns a function that ends this with what was seen. */
    watch() {
      const seen = new Set<string>()
      const over = new AbortController()
      const watching = (async () => {
        while (!over.signal.aborted) {
          await read().then(
            (said) => seen.add(JSON.stringify(said)),
            () => undefined,
          )
          await sleep(50)
        }
      })()
      return async () => {
        over.abort()
        await watching
        return [...seen]
      }
    },
    /** Sends the notice of the maker's workflow. @returns the answer; `null` if the backend is killed meanwhile. */
    async send(tag: string): Promise<unknown> {
      const body = JSON.stringify({
        repo_url: ADDRESS,
        tag,
        manifest_uuid: 'com.eniac.example',
        delivery_id: randomBytes(6).toString('hex'),
        timestamp: Math.round(Date.now() / 1000),
      })
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': signatureOf(plugin.secret, body),
      }
      const sent = fetch(`${base}/plugins/webhook`, { method: 'POST', headers, body })
      return sent.then((response) => response.json()).catch(() => null)
    },
    async items() {
      const { id, token } = plugin
      const answer = await callApi(base, `/plugin/${id}/releases`, { method: 'GET', token })
      return z.object({ data: releasesSchema }).parse(answer).data.items
    },
    async kill() {
      backend.child.kill('SIGKILL')
      await backend.ended
    },
    /** @param isAlone whether no other backend uses the database: only then it takes the jobs of the killed one at once. */
    async start(isAlone = true) {
      backend = spawn(isAlone)
      base = `${await backend.listening}/api/v1`
    },
    end: () => backend.stop(),
    /** Names of the stored objects, whole or half. */
    async objects(): Promise<string[]> {
      const place = path.join(folder, 'files')
      const entries = await readdir(place, { recursive: true, withFileTypes: true })
      const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
      return names.filter((name) => name !== '.database-id').toSorted()
    },
    async stop() {
      backend.child.kill('SIGKILL')
      await backend.ended
      await proxy.close()
      await database.stop()
      await github.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
