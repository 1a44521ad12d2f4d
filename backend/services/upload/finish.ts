import { createHash } from 'node:crypto'
import type { Payer } from '#lib/limits/payer.ts'
import { cropSchema } from '#lib/contract/publish.ts'
import { BusyError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { digestChunks } from '#backend/storage/digest-chunks.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { acceptUpload, type Uploaded } from './accept.ts'
import { fromRefusal, isFinal, outcomeSchema, toRefusal } from './outcome.ts'
import {
  claimComplete,
  findUnfinished,
  offsetDiffers,
  type Owner,
  type UploadPart,
  partsOf,
  freeClaim,
  settle,
  type UploadRow,
} from './unfinished.ts'

/** For how long a caller has an upload to itself while it is made a file, unless its process ends; longer than all checks. */
const CLAIM_MS = 10 * 60 * 1000

type Finished = { owner: Owner; id: string; payer: Payer }

/**
 * Makes a complete upload a file, as an upload in one request. Repeated it has the same outcome.
 * @throws as `acceptUpload`; DomainError `offset_differs` for an upload that is not complete; BusyError while another call finishes
 * it; InvalidInputError for another SHA-256 than the declared one; NotFoundError.
 */
export async function finishUpload(
  deps: Parameters<typeof acceptUpload>[0],
  { owner, id, payer }: Finished,
): Promise<Uploaded> {
  const { db, storage } = deps
  const until = new Date(owner.now.getTime() + CLAIM_MS)
  const isClaimed = await claimComplete(db, owner, id, until)
  const upload = await findUnfinished(db, owner, id)
  if (!isClaimed) return outcomeOf(upload)
  try {
    const { purpose, name, crop, sha256, uid, uploadedFor } = upload
    const file = await acceptUpload(deps, {
      uid,
      uploadedFor,
      payer,
      purpose,
      name,
      crop: crop === null ? undefined : cropSchema.parse(crop),
      bytes: checked(bytesOf(storage, await partsOf(db, id)), sha256),
      now: owner.now,
    })
    await settle(deps, owner, id, { file })
    return file
  } catch (error) {
    if (isFinal(error)) await settle(deps, owner, id, { refusal: toRefusal(error) })
    else await freeClaim(db, owner, id)
    throw error
  }
}

function outcomeOf({ outcome, received, size }: UploadRow): Uploaded {
  if (outcome === null) throw received < size ? offsetDiffers(received) : new BusyError()
  const known = outcomeSchema.parse(outcome)
  if ('refusal' in known) throw fromRefusal(known.refusal)
  return known.file
}

async function* bytesOf(
  storage: Storage,
  parts: readonly UploadPart[],
): AsyncGenerator<Uint8Array> {
  for (const { key, size } of parts) {
    try {
      yield* await storage.read(key, { start: 0, end: size - 1 })
    } catch (error) {
      // Such as after a restored backup: the file has to be sent again.
      throw error instanceof ObjectMissingError ? new NotFoundError() : error
    }
  }
}

async function* checked(bytes: AsyncIterable<Uint8Array>, sha256: string | null) {
  const digest = { hash: createHash('sha256'), size: 0 }
  yield* digestChunks(bytes, digest, undefined)
  if (sha256 !== null && digest.hash.digest('hex') !== sha256) {
    throw new InvalidInputError('file: not the one that was declared')
  }
}
