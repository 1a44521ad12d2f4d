import type { Crop } from '#lib/contract/publish.ts'
import { IMAGE_MAX_PIXELS } from '#lib/contract/limits.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { DomainError } from '#backend/errors.ts'
import { createQueue } from '#backend/services/limit/queue.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'
import {
  acceptedPictureSchema,
  type AcceptedPicture,
  type AcceptInput,
  acceptOutputSchema,
  type Derived,
  type PictureRefusal,
  type ScaleInput,
  scaleOutputSchema,
} from './messages.ts'

const MB = 1024 * 1024
/**
 * An upload of 40 megapixels takes up to 780 MB of resident memory (AVIF) and 4 s of processor time
 * (interlaced PNG, 16 bits, with alpha); see docs/decisions/0030-scale-pictures-once-in-the-backend.md.
 */
export const ACCEPT_LIMITS = { cpuMs: 15_000, rssBytes: 1000 * MB }
/** One at a time, which bounds the memory of all uploads together. */
const ACCEPT_QUEUE = { atOnce: 1, waitingMax: 20 }
/** A stored picture has at most 2400 × 2400 pixels: 100 MB and 0.3 s. */
const SCALE_LIMITS = { cpuMs: 5_000, rssBytes: 400 * MB }

type Deps = { storage: Storage; workers: Pool }
type AcceptTask = 'accept-picture' | 'accept-found-picture'

/**
 * Decodes and encodes pictures in worker processes, never in the backend's own. Queued tasks hold no
 * picture in memory.
 */
export function createPictureWork({ storage, workers }: Deps) {
  const acceptQueue = createQueue({ ...ACCEPT_QUEUE, busy: tooBusy })
  const read = ({ key, size }: StoredObject) => storage.readBytes(key, { start: 0, end: size - 1 })
  async function run(payer: Payer, task: AcceptTask, input: AcceptInput | { bytes: Uint8Array }) {
    try {
      const output = await workers.run(payer, task, input, { limits: ACCEPT_LIMITS })
      const accepted = acceptOutputSchema.parse(output)
      if (!('refused' in accepted)) return accepted
      throw refusalOf(accepted.refused)
    } catch (error) {
      throw toDomainError(error)
    }
  }

  return {
    /**
     * Converts a stored upload to a picture that is safe to show, and to smaller widths. Shares take turns.
     * @throws DomainError `bad_image`, `large_image`, `broken_image`, `costly_image`, `long_animation`, `overloaded`; StorageError.
     */
    accept(
      file: StoredObject,
      { crop, widths, payer }: { crop: Crop | undefined; widths: number[]; payer: Payer },
    ): Promise<AcceptedPicture> {
      return acceptQueue.run(async () => {
        const bytes = await read(file)
        return run(payer, 'accept-picture', { bytes, widths, ...(crop && { crop }) })
      }, payer.name)
    },
    /**
     * Converts a file of a repository to a picture that is safe to show, an SVG to a safe drawing. Shares take turns.
     * @throws as `accept`.
     */
    acceptFound: (bytes: Uint8Array, payer: Payer): Promise<AcceptedPicture> =>
      acceptQueue.run(() => run(payer, 'accept-found-picture', { bytes }), payer.name),
    /**
     * Converts a picture of a pack of icons to a cover.
     * @returns null if it is no picture, or cannot be converted within the limits.
     * @throws DomainError `overloaded`.
     */
    drawPackPicture(picture: Uint8Array, payer: Payer): Promise<AcceptedPicture | null> {
      return acceptQueue.run(async () => {
        const input = { bytes: picture }
        try {
          const output = await workers.run(payer, 'draw-pack-picture', input, {
            limits: ACCEPT_LIMITS,
          })
          return acceptedPictureSchema.nullable().parse(output)
        } catch (error) {
          if (isTransient(error)) throw tooBusy()
          if (error instanceof WorkerError) return null
          throw error
        }
      }, payer.name)
    },
    /**
     * Scales a stored picture to a width.
     * @throws DomainError `overloaded`; StorageError; WorkerError if the picture cannot be scaled.
     */
    async scale(payer: Payer, file: StoredObject, width: number): Promise<Derived['bytes']> {
      const input: ScaleInput = { bytes: await read(file), width }
      try {
        const output = await workers.run(payer, 'scale-picture', input, { limits: SCALE_LIMITS })
        return scaleOutputSchema.parse(output)
      } catch (error) {
        throw isTransient(error) ? tooBusy() : error
      }
    },
  }
}

/** A retry after a few seconds may succeed. */
export const tooBusy = () => new DomainError('overloaded', 'Too many pictures are being processed.')

function toDomainError(error: unknown): unknown {
  if (isTransient(error)) return tooBusy()
  if (!(error instanceof WorkerError)) return error
  if (error.reason === 'failed') return refusalOf('broken_image')
  return new DomainError(
    'costly_image',
    'The picture takes too much time or memory to decode. Save it as a plain JPEG or PNG.',
  )
}

const MEGAPIXELS = IMAGE_MAX_PIXELS / 1_000_000
const REFUSALS: Readonly<Record<PictureRefusal, string>> = {
  bad_image: `The picture must be PNG, JPEG, WebP, AVIF or GIF of at most ${MEGAPIXELS} megapixels.`,
  large_image: `The picture has more than ${MEGAPIXELS} megapixels (${IMAGE_MAX_PIXELS} pixels): scale it down.`,
  broken_image: 'The picture is damaged or cut off: save it again.',
  long_animation:
    'An animation has at most 500 frames, 60 seconds, 100 megapixels in all frames, and 10 MB once encoded.',
}
function refusalOf(code: PictureRefusal): DomainError {
  const details = code === 'large_image' ? { limit: IMAGE_MAX_PIXELS } : undefined
  return new DomainError(code, REFUSALS[code], { details })
}

export const badImage = () => refusalOf('bad_image')
