import path from 'node:path'
import type { Payer } from '#lib/limits/payer.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import { DomainError } from '#backend/errors.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'
import {
  dropVariant,
  evictVariants,
  findSource,
  readVariant,
  recordVariant,
  type VariantSource,
  type StoredVariant,
  touchVariant,
} from './stored.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import { fromWorker } from '#backend/storage/error.ts'
import { readChunks } from '#backend/storage/file.ts'
import { temporaryFolder } from '#backend/storage/temporary-folder.ts'

/** One at a time: the other worker processes stay free for uploads. */
const QUEUE = { atOnce: 1, waitingMax: 20 }
/** Precision of the time of last use, in milliseconds. */
const TOUCH_MS = 3_600_000
/** Size of the drawings of a pack; those of larger packs take longer than a visitor waits. */
export const DRAWINGS_MAX_BYTES = 64 * 1024 * 1024

type Deps = Pick<Parts, 'db' | 'storage' | 'log' | 'clock' | 'limits' | 'variantsMaxBytes'>

type Making = {
  /** The error for a full queue, and for a pack that a worker process cannot make within its limits. */
  busy: () => DomainError
  tooCostly: () => DomainError
  /** Writes the file `output`. */
  make: (
    source: VariantSource,
    wanted: { form: string; output: string; payer: Payer },
  ) => Promise<void>
}
export type WantedForm = {
  fileId: string
  /** What it is made to, as it is stored. */
  form: string
  /** Whom a new one counts for. */
  network: string
  payer: Payer
}

/**
 * What is made of published icon packs on request: each once, and kept until others were used more recently. It is had only while its
 * original is.
 */
export function createKept(deps: Deps, { busy, tooCostly, make }: Making) {
  const { db, storage, log, clock, limits, variantsMaxBytes } = deps
  const once = createOnce<void>(createQueue({ ...QUEUE, busy }))

  async function write(
    source: VariantSource,
    { form, key, payer }: Pick<WantedForm, 'form' | 'payer'> & { key: string },
  ) {
    await using folder = await temporaryFolder('variant')
    const output = path.join(folder.path, 'variant')
    try {
      await make(source, { form, output, payer })
      return await storage.writeStream(key, readChunks(output), { maxBytes: Infinity })
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      if (isTransient(error)) throw busy()
      const known = fromWorker(error)
      throw known === error ? tooCostly() : known
    }
  }

  async function makeAndStore(
    source: VariantSource,
    { fileId, form, network, payer }: WantedForm,
  ): Promise<void> {
    if (await readVariant(db, { fileId, colour: form })) return
    await limits.count('variantsByAddress', network)
    const now = clock()
    const key = newId()
    const made = await write(source, { form, key, payer })
    const row = { fileId: source.id, colour: form, key, lastUsedAt: now, ...made }
    await recordVariant(deps, row)
    await evictVariants(deps, { made: key, maxBytes: variantsMaxBytes })
  }

  /**
   * Finds what is made of a source, and makes it on the first request.
   * @param check throws where it is not made.
   * @throws NotFoundError if its version is hidden meanwhile; RateLimitError; DomainError `not_ready`, `overloaded`; StorageError; errors of
   * `make`.
   */
  async function find(
    source: VariantSource,
    wanted: WantedForm,
    check: () => void = () => undefined,
  ): Promise<StoredVariant> {
    const place = { fileId: source.id, colour: wanted.form }
    const known = await readVariant(db, place)
    if (known && (await storage.size(known.key)) === known.size) {
      if (clock().getTime() - known.lastUsedAt.getTime() > TOUCH_MS) {
        touchVariant(db, known, clock()).catch((err: unknown) =>
          log.warn({ err }, 'time of last use not recorded'),
        )
      }
      return known
    }
    if (known) await dropVariant(deps, known)
    check()
    if (source.drawings !== 'ready') {
      throw new DomainError('not_ready', 'The drawings of the file are still being prepared.')
    }
    const key = `${source.id}/${wanted.form}`
    await once(wanted.payer.name, key, () => makeAndStore(source, wanted))
    // The version may have been hidden meanwhile.
    await findSource(db, source.id)
    const made = await readVariant(db, place)
    if (!made) throw busy()
    return made
  }
  return { find }
}
