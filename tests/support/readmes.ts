import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Dependencies } from '#backend/dependencies.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { README_JOB } from '#backend/services/project/readme.ts'
import { readmeHandler } from '#backend/services/plugin/readme-pictures.ts'
import { clientOf, registered } from './accounts.ts'
import { createLimits } from '#backend/services/limit/limits.ts'
import { quietParts, startTestBackend } from './backend.ts'
import {
  commitOf,
  ownedBy,
  pluginRepository,
  startGitHubStub,
  type StubRepository,
} from './github-stub.ts'
import { createPicture } from './images.ts'
import { uploadFile } from './publishing.ts'
import { buildInput } from './builders.ts'
import { JOB } from './releases.ts'
import { waitFor } from '#tests/support/wait.ts'

export const NAME = 'ENIAC-Tech/Plugin-Example'
const ADDRESS = `https://github.com/${NAME}`

/** Pictures whose bytes differ, by name. */
export const manyPictures = async (count: number, folder = '') =>
  Object.fromEntries(
    await Promise.all(
      Array.from({ length: count }, async (_, at) => [
        `${folder}${at}.png`,
        await createPicture({ width: 10 + at, height: 10 }),
      ]),
    ),
  )

/** A backend and a GitHub stub with the repository of one plugin, whose README is that of the test. */
export async function startReadmes(parts: Partial<Dependencies> = {}) {
  const github = await startGitHubStub()
  const backend = await startTestBackend({
    github: { apiUrl: github.url, token: undefined },
    ...parts,
  })
  const { ask, post } = clientOf(backend)
  const ada = { token: '' }

  let commit = ''
  /** Sets the README of the repository, and its pictures by path. */
  function repository(
    readme: string,
    binaries: Record<string, Uint8Array> = {},
    said: Partial<StubRepository> = {},
    name = NAME,
  ) {
    const plain = pluginRepository({ binaries, ...said })
    const files = { 'README.md': readme, ...plain.files }
    const owned = ownedBy('ada_lovelace', { ...plain, files })
    github.add(name, owned)
    commit = commitOf(owned)
  }
  /** The input of a request that publishes the plugin. */
  async function input(token: string, said: Record<string, unknown> = {}) {
    const bytes = await createPicture({ width: 64, height: 40 })
    const send = (purpose: string) => uploadFile(backend, token, { purpose, name: 'a.png', bytes })
    const pictures = { cover_id: await send('cover'), gallery_ids: [await send('gallery')] }
    return buildInput({ version: '1.1.3', category: 'productivity', ...pictures, ...said })
  }
  const read = async (id: string): Promise<Project> =>
    projectSchema.parse((await ask(`/plugin/${id}`)).data)
  const open = (address: string) => backend.app.request(address)
  return {
    github,
    backend,
    ada,
    ask,
    post,
    repository,
    /** Of the repository that was set last. */
    commit: () => commit,
    read,
    open,
    async begin() {
      await backend.empty()
      github.behave(null)
      ada.token = await registered(backend)
    },
    limits: createLimits(backend.db),
    input,
    /** Publishes the plugin. @returns its id. */
    async publish(token = ada.token, name = NAME): Promise<string> {
      const wish = await input(token, {
        repository_url: `https://github.com/${name}`,
        // A title of a verified author is refused to others.
        ...(name !== NAME && { title: `Tools of ${name}` }),
      })
      const { data } = await post('/plugin', wish, token)
      return z.object({ id: z.string() }).parse(data).id
    },
    /** Reads the repository again. */
    refresh: (id: string, said: Record<string, unknown> = {}) =>
      ask('/plugin', { method: 'PUT', token: ada.token, body: { id, refresh: true, ...said } }),
    check: () =>
      ask(`/plugin/github/check?${new URLSearchParams({ repository_url: ADDRESS })}`, {
        token: ada.token,
      }),
    /** Waits until no job is left. @returns the pictures of the README, by path. */
    async pictures(id: string) {
      await waitFor(async () => {
        backend.jobs.wake()
        expect(await backend.db.$count(sql`jobs WHERE name = ${README_JOB}`)).toBe(0)
      })
      const pictures = (await read(id)).readme?.pictures ?? []
      return new Map(pictures.map((picture) => [picture.path, picture]))
    },
    /** What was tried of a README, by path: whether there is a file. */
    async tried(id: string) {
      const { rows } = await backend.db.execute(
        sql`SELECT path, file_id FROM readme_pictures WHERE project_id = ${id}`,
      )
      const found = z
        .array(z.object({ path: z.string(), file_id: z.string().nullable() }))
        .parse(rows)
      return Object.fromEntries(found.map((row) => [row.path, row.file_id !== null]))
    },
    /** Runs the job as another backend would, without the queue; `said` replaces what it is built from. */
    async run(
      id: string,
      said: Partial<Parameters<typeof readmeHandler>[0]> = {},
      commit?: string,
    ) {
      const handler = readmeHandler({
        ...quietParts(backend.db, backend.storage),
        pictures: backend.pictures,
        github: { apiUrl: github.url, token: undefined },
        ...said,
      })
      const wanted = commit ?? (await read(id)).readme?.commit ?? ''
      return handler.run(`${id}@${wanted}`, { ...JOB, slice: NO_SLICE })
    },
    stop: async () => {
      await backend.stop()
      await github.stop()
    },
  }
}

const NO_SLICE = { leftMs: () => Infinity, spend: () => undefined }
