import path from 'node:path'
import type { FileIssue } from '#lib/contract/file-issue.ts'
import type { ManifestSummary } from '#lib/contract/publish.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { type Contents, recordContents } from '#backend/services/drawing/contents.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { fileUrl } from '#backend/services/file/url.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { acceptArchive } from './accept-archive.ts'
import { checkType } from './check-type.ts'
import { storeWithinQuota } from './quota.ts'

type Deps = {
  db: Database
  storage: Storage
  workers: Pool
  jobs: { wake: () => void }
  accountQuotaBytes: number
}
type Pending = {
  id: string
  name: string
  size: number
  sha256: string
  uid: string
  kind: FileKind
  /** Who takes turns for its validation and its drawings (services/job/shares.ts). */
  share: string
}

/**
 * Makes a pending upload the file of a project: validates it, stores the standard archive, and enqueues
 * the conversion of its icons in the same transaction.
 * @throws DomainError `wrong_type`, `bad_archive`, `quota_full`, `overloaded`; StorageError.
 */
export async function acceptProjectFile(deps: Deps, pending: Pending) {
  const { id, uid, kind, name, share } = pending
  const object = { key: id, size: pending.size }
  await checkType(deps.storage, object)
  const title = path.basename(name, path.extname(name))
  const accepted = await acceptArchive(
    deps,
    { ...object, sha256: pending.sha256 },
    { kind, title, share },
  )
  const { stored, warnings, isRewritten, ...contents } = accepted
  const isWorking = contents.icons.length > 0
  await storeWithinQuota(
    deps.db,
    { id, uid, quotaBytes: deps.accountQuotaBytes },
    { mediaType: 'application/zip', ...stored },
    async (tx) => {
      await recordContents(tx, { fileId: id, kind }, contents)
      const job = { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.soon }
      const total = contents.icons.length
      if (isWorking) await enqueue(tx, { ...job, share, total })
    },
  )
  deps.jobs.wake()
  const summary = describesItself(warnings) ? summarise(contents) : undefined
  return {
    id,
    url: fileUrl({ id, name }),
    name,
    ...stored,
    state: isWorking ? ('working' as const) : ('ready' as const),
    warnings,
    is_rewritten: isRewritten,
    ...(summary && { manifest_summary: summary }),
  }
}

/** Whether name and version come from the manifest rather than from defaults. */
const describesItself = (warnings: FileIssue[]) =>
  warnings.every(
    ({ code, field }) =>
      code !== 'no_manifest' &&
      code !== 'manifest_ignored' &&
      !(code === 'field_replaced' && (field === 'name' || field === 'version')),
  )

function summarise({ manifest }: Contents): ManifestSummary | undefined {
  if (!manifest) return undefined
  const { name: title, version, minimum_version, license } = manifest
  const counts =
    manifest.format === 'iconpack'
      ? { icons: manifest.icons.length, pages: null }
      : { icons: null, pages: manifest.pages.length }
  return { title, version, minimum_version, license, ...counts }
}
