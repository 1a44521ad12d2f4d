import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { CODE_OK, type Envelope, envelopeSchema } from '#lib/contract/envelope.ts'
import { KIND_TABLE, type Kind } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { fileStateSchema, uploadedFileSchema } from '#lib/contract/publish.ts'
import { callApi } from '#tests/support/api-client.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
import { newPerson, readCode, type CheckedBackend } from './target.ts'

/** The kinds that are published with a file; plugins need a repository at GitHub. */
export const FILE_KINDS = ['icon', 'profile', 'flexpage'] as const
export type ContractFileKind = (typeof FILE_KINDS)[number]

const CATEGORY = { icon: 'nature', profile: 'design', flexpage: 'design' } as const
const READY_TIMEOUT_MS = 30_000

type Options = NonNullable<Parameters<typeof callApi>[2]>

export async function send(
  target: CheckedBackend,
  path: string,
  options: Options,
): Promise<Envelope> {
  return envelopeSchema.parse(await callApi(`${target.url}${API_BASE}`, path, options))
}

/** @returns `data` of a successful response. @throws ZodError for any other. */
export function dataOf<T extends z.ZodType>(envelope: Envelope, data: T): z.output<T> {
  z.literal(CODE_OK).parse(envelope.code)
  return data.parse(envelope.data)
}

/** Registers an account as the site does. */
export async function register(target: CheckedBackend) {
  const person = newPerson()
  await send(target, '/sms/verify_code', { body: { data: person.email } })
  const code = await readCode(target, person.email)
  const response = await send(target, '/auth/sign_in', { body: { ...person, code } })
  return { ...person, token: z.string().parse(response.token) }
}

type Upload = { purpose: string; name: string; bytes: Uint8Array; crop?: string }

export function upload(
  target: CheckedBackend,
  token: string,
  { purpose, name, bytes, crop }: Upload,
) {
  const body = new FormData()
  body.set('purpose', purpose)
  if (crop !== undefined) body.set('crop', crop)
  body.set('file', new Blob([new Uint8Array(bytes)]), name)
  return send(target, '/file/upload', { token, body })
}

/** Uploads a file and waits until it can be published. */
export async function uploadReady(target: CheckedBackend, token: string, input: Upload) {
  const file = uploadedFileSchema.parse((await upload(target, token, input)).data)
  const deadline = Date.now() + READY_TIMEOUT_MS
  let state = file.state ?? 'ready'
  while (state !== 'ready' && Date.now() < deadline) {
    await sleep(100)
    const response = await send(target, `/file/${file.id}/state`, { method: 'GET', token })
    state = dataOf(response, fileStateSchema).state
  }
  return file
}

/** The body of a publication, with its files uploaded. */
export async function createInput(target: CheckedBackend, token: string, kind: ContractFileKind) {
  const bytes = await createPicture()
  const name = `contract${KIND_TABLE[kind].fileEnding}`
  const file = await uploadReady(target, token, {
    purpose: 'project',
    name,
    bytes: buildStandardFile(kind),
  })
  const cover = await uploadReady(target, token, { purpose: 'cover', name: 'c.png', bytes })
  const gallery = await uploadReady(target, token, { purpose: 'gallery', name: 'g.png', bytes })
  return {
    title: `Orchard ${file.id.slice(0, 8)}`,
    description: 'Trees and **fruit**.',
    version: '2.1.0',
    operating_systems: ['linux', 'macos'],
    minimum_version: '1.2.0',
    category: CATEGORY[kind],
    tags: ['tree'],
    file_id: file.id,
    cover_id: cover.id,
    gallery_ids: [gallery.id],
    alternative_texts: ['A cover', 'A tree'],
  }
}

export async function publish(
  target: CheckedBackend,
  token: string,
  kind: ContractFileKind,
  input: Record<string, unknown> = {},
): Promise<Project> {
  const body = { ...(await createInput(target, token, kind)), ...input }
  return dataOf(await send(target, `/${kind}`, { token, body }), projectSchema)
}

export const remove = (target: CheckedBackend, token: string, kind: Kind, id: string) =>
  send(target, `/${kind}?id=${id}`, { method: 'DELETE', token })
