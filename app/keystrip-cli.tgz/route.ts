import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { emptyResponse } from '#lib/api/failure-response.ts'
import { documentResponse } from '#lib/seo/document.ts'

export const dynamic = 'force-dynamic'

/** Written with the build (scripts/build/cli-package.ts); about 220 kB. */
const FILE = '.next/keystrip-cli.tgz'
const CACHE_SECONDS = 300

/** The package of the command line that fits this site, for `npm install` and `npx`. */
export async function GET(request: Request): Promise<Response> {
  const bytes = await readFile(FILE).catch(() => null)
  if (!bytes) return emptyResponse(404)
  return documentResponse(request, {
    contentType: 'application/gzip',
    sharedSeconds: CACHE_SECONDS,
    version: createHash('sha256').update(bytes).digest('hex'),
    body: () => new Uint8Array(bytes),
  })
}
