import { createHash } from 'node:crypto'
import type { Project } from '#lib/contract/project.ts'
import { answer, answerWith, type startFaultyBackend } from './faulty-backend.ts'

type Server = Awaited<ReturnType<typeof startFaultyBackend>>

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The file of a project, with these bytes. */
export const fileOf = (bytes: Uint8Array, name = 'Orchard.iconpack') => ({
  name,
  size: bytes.length,
  sha256: sha256(bytes),
  url: '/api/v1/file/f1/Orchard',
})

/** Makes a server a site with one project, which sends `bytes` as its file. @returns the id of the project. */
export function serveProject(
  site: Server,
  project: Project,
  bytes: Uint8Array,
  versions: unknown[] = [],
): string {
  site.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', site.url)
    if (pathname.startsWith('/api/v1/file/')) return void res.end(bytes)
    if (pathname === `/api/v1/${project.kind}/${project.id}`) return answer(res, 200, project)
    if (pathname === `/api/v1/${project.kind}/${project.id}/versions`)
      return answer(res, 200, { items: versions })
    answerWith(res, { code: 404, message: 'Not found.', reason: 'not_found' }, 404)
  })
  return project.id
}
