import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type FileNote, fileNoteSchema, fileWarningsSchema } from '#lib/contract/file-note.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { diskFull, HttpError } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import type { FileKind } from '#backend/services/container/standardise.ts'
import { contentsSchema } from '#backend/services/drawing/contents.ts'
import type { Storage } from '#backend/storage/storage.ts'

const MB = 1024 * 1024
/** 512 MB of text inflate in about 4 s of processor; the icons among them are packed once more. */
const LIMITS = { cpuMs: 20_000, rssBytes: 400 * MB }

const acceptedSchema = contentsSchema.extend({
  fault: z.null(),
  warnings: fileWarningsSchema,
  isRewritten: z.boolean(),
})
const outputSchema = z.union([acceptedSchema, z.object({ fault: fileNoteSchema })])

type Parts = { storage: Storage; workers: Pool }
type Stored = StoredFile & { sha256: string }

/**
 * Looks an uploaded archive through in a worker process, and puts the standard archive in its place
 * where it was packed another way.
 * @returns what is in it, and size and hash of what is stored now.
 * @throws HttpError 400 (`bad_archive`) with the fault, also where it takes more than its limit of
 * processor time or memory; 503 where every process is taken.
 */
export async function acceptArchive(
  { storage, workers }: Parts,
  { key, size, sha256 }: Stored,
  about: { kind: FileKind; title: string },
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keystrip-archive-'))
  try {
    const output = path.join(folder, 'standard.zip')
    const told = await storage.withFile(key, (from) =>
      workers.run('accept-archive', { path: from, size, output, ...about }, { limits: LIMITS }),
    )
    const accepted = outputSchema.parse(told)
    if (accepted.fault !== null) throw badArchive(accepted.fault)
    const stored = accepted.isRewritten
      ? await storage.writeStream(key, createReadStream(output), { maxBytes: Infinity })
      : { size, sha256 }
    return { ...accepted, stored }
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const { reason } = error
    if (reason === 'time' || reason === 'memory' || reason === 'crash') {
      throw badArchive({ code: 'too_costly' })
    }
    if (reason === 'failed')
      throw /^(?:ENOSPC|EDQUOT)\b/.test(error.message) ? diskFull(error) : error
    throw new HttpError(503, 'Too many files are being looked through. Try again in a moment.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A refusal that says what is wrong, for interfaces in any language, and in short for everybody else. */
export function badArchive({ code, ...values }: FileNote): HttpError {
  const said = Object.entries(values).map(([name, value]) => `${name}: ${value}`)
  const why = [code.replaceAll('_', ' '), ...said].join('; ')
  return new HttpError(400, `The file cannot be taken: ${why}.`, 'bad_archive', {
    details: { code, ...values },
  })
}
