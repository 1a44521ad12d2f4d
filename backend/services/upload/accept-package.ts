import { z } from 'zod'
import type { Payer } from '#lib/limits/payer.ts'
import {
  type FileIssue,
  fileIssueSchema,
  fileWarningsSchema,
} from '#lib/contract/file/file-issue.ts'
import { pluginManifestSchema } from '#lib/contract/file/plugin-manifest.ts'
import { type PackageSummary, packageSummarySchema } from '#lib/contract/publish.ts'
import { WHOLE_ACCOUNT } from '#backend/caller.ts'
import { newId } from '#backend/db/new-id.ts'
import { DomainError } from '#backend/errors.ts'
import { fileUrl } from '#backend/services/file/url.ts'
import { fileTypeFromBuffer } from 'file-type'
import type { Parts } from '#backend/parts.ts'
import { ARCHIVE_LIMITS, badArchive, toDomainError } from './accept-archive.ts'
import { cleanFileName } from './file-name.ts'
import { storeWithinQuota, withPending } from './quota.ts'

const outputSchema = z.union([
  z.object({
    error: z.null(),
    summary: packageSummarySchema,
    facts: pluginManifestSchema,
    warnings: fileWarningsSchema,
  }),
  z.object({ error: fileIssueSchema }),
])

type Deps = Pick<Parts, 'db' | 'storage' | 'workers' | 'accountQuota'>
type Pending = {
  id: string
  name: string
  size: number
  sha256: string
  uid: string
  /** Whom its validation is for. */
  payer: Payer
}
export type UploadedPackage = Omit<Pending, 'uid' | 'payer'> & {
  url: string
  state: 'ready'
  warnings: FileIssue[]
  package: PackageSummary
}

/**
 * Makes a pending upload a package of a plugin: validates it in a worker process and stores it as it is, so that its hash is the one
 * that its creator knows.
 * @throws DomainError `wrong_type`, `bad_archive`, `quota_full`, `overloaded`; StorageError.
 */
export async function acceptPackage(
  deps: Deps,
  pending: Pending,
  settle = (summary: PackageSummary) => summary,
): Promise<UploadedPackage> {
  const { id, uid, name, size, sha256 } = pending
  const head = { start: 0, end: Math.min(size, SNIFFED_BYTES) - 1 }
  await checkPackageBeginning(await deps.storage.readBytes(id, head))
  const { summary: read, facts, warnings } = await readInWorker(deps, pending)
  const summary = settle(read)
  const columns = {
    mediaType: 'application/zip',
    size,
    sha256,
    package: { ...summary, facts },
    drawings: 'ready',
  } as const
  await storeWithinQuota(deps, { id, uid }, columns)
  const url = fileUrl({ id, name })
  return { id, url, name, size, sha256, state: 'ready', warnings, package: summary }
}

type Received = {
  uid: string
  name: string
  bytes: AsyncIterable<Uint8Array>
  /** Throws if these are not the bytes that were to be fetched. */
  check: (stored: { size: number; sha256: string }) => void
  /** What is stored of what it says; throws if that is nothing to publish. */
  settle: (summary: PackageSummary) => PackageSummary
  now: Date
  payer: Payer
}

/**
 * Stores a package that the site itself has fetched, as an upload of an account.
 * @throws as `acceptUpload` and `check`.
 */
export async function receivePackage(
  deps: Deps & { uploadMaxBytes: number },
  { uid, name: sent, bytes, check, settle, now, payer }: Received,
): Promise<UploadedPackage> {
  const id = newId()
  const name = cleanFileName(sent)
  const row = { id, name, uid, uploadedFor: WHOLE_ACCOUNT, now, purpose: 'project' } as const
  return withPending(deps, row, async () => {
    const maxBytes = deps.uploadMaxBytes
    const { size, sha256 } = await deps.storage.writeStream(id, bytes, { maxBytes })
    check({ size, sha256 })
    return acceptPackage(deps, { id, name, size, sha256, uid, payer }, settle)
  })
}

async function readInWorker({ storage, workers }: Deps, { id, size, name, payer }: Pending) {
  try {
    const result = await storage.withFile(id, (path) =>
      workers.run(payer, 'accept-package', { path, size, name }, { limits: ARCHIVE_LIMITS }),
    )
    const read = outputSchema.parse(result)
    if (read.error !== null) throw badArchive(read.error)
    return read
  } catch (error) {
    throw toDomainError(error)
  }
}

/** Bytes that are enough to recognise a file type. */
const SNIFFED_BYTES = 4100

/**
 * Rejects what does not begin like a zip archive, with a message that tells another file type from unknown data.
 * @throws DomainError `wrong_type`, `bad_archive`.
 */
export async function checkPackageBeginning(head: Buffer): Promise<void> {
  if (head.subarray(0, 2).toString('latin1') === 'PK') return
  const type = await fileTypeFromBuffer(head)
  const isMarkup = /^\s*(?:<!doctype|<html|<script|<\?xml|<svg)/i.test(head.toString('latin1'))
  if (type || isMarkup) {
    throw new DomainError('wrong_type', 'The contents of the file do not match its extension.')
  }
  throw badArchive({ code: 'no_archive' })
}
