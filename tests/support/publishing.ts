import { readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { clientOf } from './accounts.ts'
import type { TestBackend } from './backend.ts'
import { packOf } from './search-catalogue.ts'

type File = { purpose?: string; name?: string; bytes: Uint8Array; crop?: string }

/** Uploads a file as a form does. @returns status and envelope. */
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
  return { status: response.status, ...envelopeSchema.parse(await response.json()) }
}

/** The id of a file that was taken. */
export async function uploaded(backend: TestBackend, token: string, file: File): Promise<string> {
  const { id, state } = uploadedFileSchema.parse((await upload(backend, token, file)).data)
  if (state === 'working') await untilReady(backend, token, id)
  return id
}

/** Waits until the drawings of a file are made safe. */
export async function untilReady(backend: TestBackend, token: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  await vi.waitFor(
    async () => {
      const { data } = await backend.get(`/file/${id}/state`, { headers })
      expect(data).toMatchObject({ state: 'ready' })
    },
    { timeout: 20_000, interval: 20 },
  )
}

/** A picture of one colour. */
export function aPicture({ width = 640, height = 400, format = 'png' as const } = {}) {
  const background = { r: 40, g: 120, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** What a form sends to publish an icon pack; what matters to a test is said. */
export async function aWish(
  backend: TestBackend,
  token: string,
  said: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const picture = await aPicture()
  const { bytes } = await packOf('sun', 'moon')
  return {
    title: 'Orchard',
    description: 'Trees and **fruit**.',
    version: '1.0.0',
    operating_systems: ['all'],
    minimum_version: '1.0.0',
    category: 'nature',
    tags: ['tree'],
    file_id: await uploaded(backend, token, { bytes }),
    cover_id: await uploaded(backend, token, { purpose: 'cover', name: 'c.png', bytes: picture }),
    gallery_ids: [
      await uploaded(backend, token, { purpose: 'gallery', name: 'g.png', bytes: picture }),
    ],
    ...said,
  }
}

/** Publishes an icon pack. */
export async function published(
  backend: TestBackend,
  token: string,
  said: Record<string, unknown> = {},
): Promise<Project> {
  const wish = await aWish(backend, token, said)
  const answer = await clientOf(backend).post('/icon', wish, token)
  return z.object({ data: projectSchema }).parse(answer).data
}

/** How many rows and which objects there are of files; of what was refused none. */
export async function keptFiles(backend: TestBackend) {
  const rows = await backend.db.$count(sql`files`)
  const options = { recursive: true, withFileTypes: true } as const
  const entries = await readdir(backend.folder, options).catch(() => [])
  return { rows, objects: entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])) }
}
export const NO_FILES = { rows: 0, objects: [] }
