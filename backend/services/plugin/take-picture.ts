import type { z } from 'zod'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import type { githubPictureRequestSchema } from '#lib/contract/publish.ts'
import { nameOfPath } from '#lib/contract/file/readme.ts'
import { NotFoundError } from '#backend/errors.ts'
import { accountPayer } from '#backend/services/job/payers.ts'
import { createQueue } from '#backend/services/limit/queue.ts'
import { acceptUpload, type Upload, type Uploaded } from '#backend/services/upload/accept.ts'
import { createGitHubClient, fetchBytes, type GitHub } from './github.ts'
import { findRepository } from './repository.ts'

/** Pictures that are fetched at the same time, each in memory as a whole. */
const FETCHES = { atOnce: 4, waitingMax: 40, ofPayer: { atOnce: 1, waitingMax: 8 } }

type Deps = Parameters<typeof acceptUpload>[0] & { github: GitHub }
type Who = Pick<Upload, 'uid' | 'uploadedFor' | 'payer' | 'now'>

/** Stores pictures of repositories as uploads of accounts, for cover and gallery. */
export function createPictureTaker(deps: Deps) {
  const queue = createQueue(FETCHES)
  /** @throws NotFoundError for a missing file; as `findRepository`, `fetchBytes` and `acceptUpload`. */
  return (
    who: Who,
    { repository_url, commit, path, purpose }: z.infer<typeof githubPictureRequestSchema>,
  ): Promise<Uploaded> =>
    queue.run(async () => {
      const client = createGitHubClient(deps.github, who.now)
      const repository = await findRepository(client, repository_url, undefined)
      const place = `/contents/${path}?ref=${commit}`
      const bytes = await fetchBytes(client, repository, place, IMAGE_MAX_BYTES)
      if (!bytes) throw new NotFoundError()
      return acceptUpload(deps, { ...who, purpose, name: nameOfPath(path), bytes: only(bytes) })
    }, accountPayer(who.uid))
}

// oxlint-disable-next-line require-await -- a stream of one chunk
async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
