import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { fileStateSchema, uploadedFileSchema } from '#lib/contract/publish.ts'
import { clientOf } from './accounts.ts'
import type { TestBackend } from './backend.ts'
import { buildInput } from './builders.ts'
import { buildIconPack } from './containers.ts'
import { createPicture } from './images.ts'

type File = { purpose?: string; name?: string; bytes: Uint8Array; crop?: string }

/** Uploads a file like the form. @returns status and envelope. */
export async function upload(
  backend: TestBackend,
  token: string,
  { purpose = 'project', name = 'pack.iconpack', bytes, crop }: File,
) {
  const form = new FormData()
  form.set('purpose', purpose)
  if (crop !== undefined) form.set('crop', crop)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await backend.app.request('/api/v1/file/upload', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, ...envelopeSchema.parse(await response.json()) }
}

/** Asks for bytes with the token of an account, as the owner of an upload does. */
export const requestAs = (backend: TestBackend, token: string, path: string) =>
  backend.app.request(path, { headers: { authorization: `Bearer ${token}` } })

/** Uploads a file and waits until it is ready. @returns its id. */
export async function uploadFile(backend: TestBackend, token: string, file: File): Promise<string> {
  const { id, state } = uploadedFileSchema.parse((await upload(backend, token, file)).data)
  if (state === 'working') await untilReady(backend, token, id)
  return id
}

/** Longest time until a file is ready, and the pause between questions, in ms. */
const READY_MS = 55_000
const PAUSE_MS = 20

/** Waits until the drawings of a file are sanitised. */
export async function untilReady(backend: TestBackend, token: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const end = performance.now() + READY_MS
  for (;;) {
    const { code, data } = await backend.get(`/file/${id}/state`, { headers })
    // On a busy machine a statement may end at its limit.
    if (code !== 503 && fileStateSchema.parse(data).state === 'ready') return
    if (performance.now() > end) throw new Error(`the file ${id} is not ready`)
    await sleep(PAUSE_MS)
  }
}

/** The input of a request that publishes an icon pack, with the files uploaded. */
export async function projectInput(
  backend: TestBackend,
  token: string,
  overrides: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  // Most tests are not about its pictures, which take a third of the processor time of a publication in their usual size.
  const picture = await createPicture({ width: 64, height: 40 })
  const { bytes } = await buildIconPack('sun', 'moon')
  return buildInput({
    file_id: await uploadFile(backend, token, { bytes }),
    cover_id: await uploadFile(backend, token, { purpose: 'cover', name: 'c.png', bytes: picture }),
    gallery_ids: [
      await uploadFile(backend, token, { purpose: 'gallery', name: 'g.png', bytes: picture }),
    ],
    ...overrides,
  })
}

/** Publishes an icon pack. */
export async function publishProject(
  backend: TestBackend,
  token: string,
  overrides: Record<string, unknown> = {},
): Promise<Project> {
  const input = await projectInput(backend, token, overrides)
  const answer = await clientOf(backend).post('/icon', input, token)
  return z.object({ data: projectSchema }).parse(answer).data
}

/** The number of file rows, and the names of the stored objects. */
export async function storedFiles(backend: TestBackend) {
  const rows = await backend.db.$count(sql`files`)
  const options = { recursive: true, withFileTypes: true } as const
  const entries = await readdir(backend.folder, options).catch(() => [])
  return { rows, objects: entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])) }
}
export const NO_FILES = { rows: 0, objects: [] }
