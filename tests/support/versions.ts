import { expect } from 'vitest'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { projectLogSchema } from '#lib/contract/project-log.ts'
import { uploadedFileSchema, versionsSchema } from '#lib/contract/publish.ts'
import { projectStatusSchema } from '#lib/contract/status.ts'
import { clientOf } from './accounts.ts'
import type { TestBackend } from './backend.ts'
import { buildIconPack } from './containers.ts'
import { untilReady, upload } from './publishing.ts'
import { headOnly } from './head.ts'

/** An icon pack of an account: its versions, as its author changes them and as the public sees them. */
export function packOf(backend: TestBackend, token: string, { id }: Project) {
  const ask = (path: string, as?: string) => clientOf(backend).ask(path, { token: as })
  const put = (body: Record<string, unknown>) =>
    clientOf(backend).ask('/icon', { method: 'PUT', token, body: { id, ...body } })

  /** Uploads a pack with an icon of this name. */
  async function uploaded(name: string) {
    const { bytes } = await buildIconPack(name)
    const file = uploadedFileSchema.parse((await upload(backend, token, { bytes })).data)
    if (file.state === 'working') await untilReady(backend, token, file.id)
    return file
  }
  return {
    ask,
    put,
    uploaded,
    /** Adds a version with a new pack of one icon. @returns its file. */
    async add(version: string, fields: Record<string, unknown> = {}, icon = 'comet') {
      const file = await uploaded(icon)
      const body = { file_id: file.id, version, minimum_version: '2.0.0', ...fields }
      expect(await put(body)).toMatchObject({ code: 200 })
      return file
    },
    change: (version: string, body: unknown, as = token) =>
      clientOf(backend).ask(`/icon/${id}/versions/${version}`, { method: 'PUT', body, token: as }),
    /** HTTP status of a path of the API. */
    status: async (path: string) => (await headOnly(backend.app.request(`/api/v1${path}`))).status,
    current: async () => projectSchema.parse((await ask(`/icon/${id}`)).data),
    versions: async () => versionsSchema.parse((await ask(`/icon/${id}/versions`)).data).items,
    /** What only the author sees. */
    own: async () => projectStatusSchema.parse((await ask(`/icon/${id}/status`, token)).data),
    /** Events of the log with their versions, newest first. */
    events: async () =>
      projectLogSchema
        .parse((await ask(`/icon/${id}/log`, token)).data)
        .items.map(({ event, version }) => (version === null ? event : `${event} ${version}`)),
  }
}
export type Pack = ReturnType<typeof packOf>
