import path from 'node:path'
import { z } from 'zod'
import { FILE_FORMATS, type FileFormat } from '#lib/contract/file/file-format.ts'
import {
  type FileIssue,
  fileIssueSchema,
  fileWarningsSchema,
} from '#lib/contract/file/file-issue.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { projectFileSchema } from '#lib/contract/project.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { newId } from '#backend/db/new-id.ts'
import { DomainError } from '#backend/errors.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { contentsSchema } from '#backend/services/drawing/contents.ts'
import { fromWorker } from '#backend/storage/error.ts'
import { readChunks } from '#backend/storage/file.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'
import { temporaryFolder } from '#backend/storage/temporary-folder.ts'

const MB = 1024 * 1024
/** 512 MB of text inflate in about 4 s of processor time; their icons are compressed once more. */
export const ARCHIVE_LIMITS = { cpuMs: 20_000, rssBytes: 400 * MB }

const acceptedSchema = contentsSchema.extend({
  error: z.null(),
  format: z.enum(FILE_FORMATS),
  warnings: fileWarningsSchema,
  isRewritten: z.boolean(),
  licenseText: z.string().nullable(),
  cover: z.instanceof(Uint8Array).nullish(),
  entries: projectFileSchema.shape.entries.unwrap().unwrap().nullable(),
  title: z.string().optional(),
})
const outputSchema = z.union([acceptedSchema, z.object({ error: fileIssueSchema })])

type Deps = { storage: Storage; workers: Pool; formats: readonly FileFormat[] }
type Upload = StoredObject & {
  name: string
  sha256: string
  /** Of names in it; by default it is detected. */
  encoding: NameEncoding | undefined
}

/**
 * Validates an uploaded project file in a worker process and reads it. Where the application cannot read it, the standard archive is
 * stored as an object of its own.
 * @param formats the formats that the operator accepts.
 * @returns what was read, and the columns of the objects: that of the upload, or that of the standard archive with the upload as the
 * original.
 * @throws DomainError `bad_archive` with the file error, also if the task exceeds its limits;
 * `overloaded` if the queue is full; StorageError.
 */
export async function acceptArchive(
  { storage, workers, formats }: Deps,
  { key, name, size, sha256, encoding }: Upload,
  { kind, payer }: { kind: FileKind; payer: Payer },
) {
  await using folder = await temporaryFolder('archive')
  try {
    const output = path.join(folder.path, 'standard.zip')
    const { ext, name: title } = path.parse(name)
    const input = { size, kind, ending: ext.toLowerCase(), title, encoding, output, formats }
    const result = await storage.withFile(key, (file) =>
      workers.run(payer, 'accept-archive', { path: file, ...input }, { limits: ARCHIVE_LIMITS }),
    )
    const accepted = outputSchema.parse(result)
    if (accepted.error !== null) throw badArchive(accepted.error)
    if (!accepted.isRewritten) return { ...accepted, stored: { size, sha256 } }
    const standardKey = newId()
    const standard = await storage.writeStream(standardKey, readChunks(output), {
      maxBytes: Infinity,
    })
    const stored = {
      key: standardKey,
      name: `${accepted.title ?? title}${KIND_TABLE[kind].fileEnding}`,
      size: standard.size,
      sha256: standard.sha256,
      originalKey: key,
      // A pack is no longer named like the archive around it.
      originalName: accepted.title === undefined || /\.zip$/i.test(name) ? name : `${name}.zip`,
      originalSize: size,
      originalSha256: sha256,
    }
    return { ...accepted, stored }
  } catch (error) {
    throw toDomainError(error)
  }
}

/** The error for the creator of a file whose task failed; other errors unchanged. */
export function toDomainError(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error
  if (isTransient(error)) {
    const message = 'Too many files are being validated. Try again in a moment.'
    return new DomainError('overloaded', message)
  }
  return error.reason === 'failed' ? fromWorker(error) : badArchive({ code: 'too_costly' })
}

/** `bad_archive` with the file error as details; the message repeats it for clients without translations. */
export function badArchive({ code, readings: _readings, ...values }: FileIssue): DomainError {
  const details = Object.entries(values).map(([name, value]) => `${name}: ${value}`)
  const reason = [code.replaceAll('_', ' '), ...details].join('; ')
  return new DomainError('bad_archive', `The file is rejected: ${reason}.`, {
    details: { code, ...values },
  })
}
