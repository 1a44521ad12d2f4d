import type { Payer } from '#lib/limits/payer.ts'
import { DomainError } from '#backend/errors.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'
import {
  dropVariant,
  evictVariants,
  findSource,
  readVariant,
  recordVariant,
  type Source,
  type StoredVariant,
  touchVariant,
} from './stored.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'

/** One at a time: the other worker processes stay free for uploads. */
const QUEUE = { atOnce: 1, waitingMax: 20 }
/** Precision of the time of last use, in milliseconds. */
const TOUCH_MS = 3_600_000

type Deps = Pick<Parts, 'db' | 'storage' | 'log' | 'clock' | 'limits' | 'variantsMaxBytes'>

type Making = {
  /** The error for a full queue. */
  busy: () => DomainError
  /** Writes the object `key`. */
  make: (
    source: Source,
    wanted: { form: string; key: string; payer: Payer },
  ) => Promise<{ size: number; sha256: string }>
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
export function createKept(deps: Deps, { busy, make }: Making) {
  const { db, storage, log, clock, limits, variantsMaxBytes } = deps
  const once = createOnce<void>(createQueue({ ...QUEUE, busy }))

  async function makeAndStore(
    source: Source,
    { fileId, form, network, payer }: WantedForm,
  ): Promise<void> {
    if (await readVariant(db, { fileId, colour: form })) return
    await limits.count('variantsByAddress', network)
    const now = clock()
    const key = newId()
    const made = await make(source, { form, key, payer })
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
    source: Source,
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
    await once(wanted.payer.share, key, () => makeAndStore(source, wanted))
    // The version may have been hidden meanwhile.
    await findSource(db, source.id)
    const made = await readVariant(db, place)
    if (!made) throw busy()
    return made
  }
  return { find }
}
