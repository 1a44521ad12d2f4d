import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { TestBackend } from '#tests/support/backend.ts'
import { projectInput, publishProject, upload, untilReady } from '#tests/support/publishing.ts'
import { hostileBodies } from './bodies.ts'
import { hostileProjectFiles } from './project-files.ts'

type Run = { numRuns?: number; seed?: number; interruptAfterTimeLimit?: number }

/** Answers that are no fault of the site: what it does not offer here, and what it cannot reach. */
const EXPECTED = new Set([
  'mail_failed',
  'provider_unreachable',
  'github_unreachable',
  'github_limit',
])

function expectNoFault({
  status,
  reason,
  message,
}: {
  status: number
  reason?: string | undefined
  message: string
}) {
  if (status >= 500 && !EXPECTED.has(reason ?? ''))
    throw new Error(`${status} ${reason} ${message}`)
}

/** Project files: the answer is a file that can be read, or a refusal. */
export async function checkUploads(
  backend: TestBackend,
  token: string,
  run: Run,
  report: (status: number) => void = () => undefined,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const property = fc.asyncProperty(hostileProjectFiles, async ({ kind, bytes }) => {
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const answer = await upload(backend, token, {
      name: `mine${KIND_TABLE[kind].fileEnding}`,
      bytes,
    })
    expectNoFault(answer)
    report(answer.status)
    if (answer.status !== 200) return
    const { id, state } = uploadedFileSchema.parse(answer.data)
    if (state === 'working') await untilReady(backend, token, id)
    expectNoFault(await backend.get(`/file/${id}/contents`, { headers }))
    expectNoFault(await backend.get(`/file/${id}/state`, { headers }))
  })
  await fc.assert(property, run)
}

/** JSON bodies of every call: the answer is no fault of the site. */
export async function checkBodies(
  backend: TestBackend,
  token: string,
  run: Run,
  report: (name: string, status: number) => void = () => undefined,
): Promise<void> {
  const input = await projectInput(backend, token)
  const project = await publishProject(backend, token)
  const { id, cover, gallery, file } = project
  const known = {
    ...input,
    category: project.category,
    id,
    project_id: id,
    successor_id: id,
    cover_id: cover.file_id,
    gallery_ids: gallery.map((image) => image.file_id),
    file_id: file?.file_id,
    repository_url: undefined,
    package_ids: undefined,
    owner: undefined,
    publish_at: undefined,
  }
  const property = fc.asyncProperty(hostileBodies(known), async ({ name, call, text }) => {
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const path = call.path
      .replace('{kind}', 'icon')
      .replace('{id}', id)
      .replace('{version}', project.version)
    const answer = await backend.get(path, {
      method: call.method.toUpperCase(),
      body: text,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(call.idempotent && { 'idempotency-key': crypto.randomUUID() }),
      },
    })
    report(name, answer.status)
    expectNoFault(answer)
  })
  await fc.assert(property, run)
}
