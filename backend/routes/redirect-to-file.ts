import type { Context } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { AppEnv } from '#backend/dependencies.ts'
import type { Database } from '#backend/db/connect.ts'
import { findFileOfVersion } from '#backend/services/update/file-of-version.ts'

type Request = {
  c: Context<AppEnv>
  params: { kind: Kind; id: string; version?: string }
  query: Parameters<typeof findFileOfVersion>[2]
}

/** Leads to the file of a version. The download is counted where the bytes are sent. */
export async function redirectToFile(db: Database, { c, params, query }: Request) {
  const { version, url } = await findFileOfVersion(db, params, query)
  c.header('cache-control', `public, max-age=${CALLS.latestFile.cache.seconds}`)
  c.header('x-project', `${params.kind}/${params.id}`)
  c.header('x-project-version', version)
  return c.redirect(url, 302)
}
