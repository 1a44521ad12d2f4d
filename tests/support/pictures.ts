import { eq } from 'drizzle-orm'
import type { Project } from '#lib/contract/project.ts'
import type { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { derivedPictures } from '#backend/db/tables.ts'

import { createBackendPool } from '#backend/worker/pool.ts'
import { registered } from './accounts.ts'
import { startTestBackend } from './backend.ts'
import { publishProject, uploadFile } from './publishing.ts'
import { createPicture } from './images.ts'
import { headOnly } from './head.ts'

/** A cover 2000 pixels wide, from which all served widths can be scaled. */
export const COVER = {
  purpose: 'cover',
  name: 'c.png',
  bytes: await createPicture({ width: 2000, height: 1250 }),
}

/** A backend with one project that records the tasks of its workers. */
export async function startPictureBackend() {
  const pool = createBackendPool()
  const given = { tasks: [] as string[], fail: undefined as WorkerError | undefined }
  const workers: Pool = {
    ...pool,
    run: async (payer, name, input, options) => {
      given.tasks.push(name)
      if (given.fail) throw given.fail
      return pool.run(payer, name, input, options)
    },
  }
  const backend = await startTestBackend({ workers })
  const shown: { ada: string; project?: Project } = { ada: '' }
  const project = () => {
    if (!shown.project) throw new Error('nothing published')
    return shown.project
  }
  const idOf = (url = '') => url.split('/').at(-2) ?? ''
  const id = () => idOf(project().cover.url)
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    backend.app.request(path, { method, headers })
  return {
    backend,
    workers,
    given,
    ada: () => shown.ada,
    project,
    idOf,
    id,
    address: (width: number | string, of = id()) => `/api/v1/picture/${of}/${width}`,
    ask,
    statusOf: async (path: string) => (await headOnly(ask(path))).status,
    bytesOf: async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer()),
    /** The stored derived pictures of the cover, smallest first. */
    forms: () =>
      backend.db
        .select()
        .from(derivedPictures)
        .where(eq(derivedPictures.fileId, id()))
        .orderBy(derivedPictures.width),
    /** Empties the catalogue and publishes one project with `COVER` and a picture 640 pixels wide. */
    async publish() {
      await backend.clear()
      shown.ada = await registered(backend)
      const cover_id = await uploadFile(backend, shown.ada, COVER)
      const bytes = await createPicture()
      const gallery_ids = [await uploadFile(backend, shown.ada, { purpose: 'gallery', bytes })]
      shown.project = await publishProject(backend, shown.ada, { cover_id, gallery_ids })
      given.tasks = []
    },
    async stop() {
      pool.close()
      await backend.stop()
    },
  }
}
