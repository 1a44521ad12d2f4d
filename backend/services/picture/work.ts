import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { Crop } from '#lib/contract/publish.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { HttpError } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { createGate, tooBusy } from './gate.ts'
import {
  type AcceptedPicture,
  type AcceptInput,
  acceptOutputSchema,
  type Derived,
  type ScaleInput,
  scaleOutputSchema,
} from './messages.ts'

const MB = 1024 * 1024
/**
 * An upload of 40 megapixels takes up to 780 MB resident (AVIF) and 4 s of processor time (interlaced
 * PNG of 16 bits with alpha); see docs/decisions/0030-pictures-are-made-once.md.
 */
export const ACCEPT_LIMITS = { cpuMs: 15_000, rssBytes: 1000 * MB }
/** One at a time, so that uploads never hold more than that; so many more may wait. */
const ACCEPT_GATE = { size: 1, queueMax: 20 }
/** A stored picture has at most 2400 × 2400 pixels: 100 MB and 0.3 s. */
const SCALE_LIMITS = { cpuMs: 5_000, rssBytes: 400 * MB }
const SCALE_GATE = { size: availableParallelism(), queueMax: 100 }

type Parts = { storage: Storage; workers: Pool }

/** Decoding and encoding, in worker processes: no picture is decoded in the backend's own process. */
export function createPictureWork({ storage, workers }: Parts) {
  const enterAccept = createGate(ACCEPT_GATE)
  const enterScale = createGate(SCALE_GATE)
  const read = ({ key, size }: StoredFile) => buffer(storage.read(key, { start: 0, end: size - 1 }))

  return {
    /**
     * Makes a stored upload into a picture that is safe to show, with smaller forms in `widths`.
     * @throws HttpError 400 (`bad_image`, `costly_image`), 503.
     */
    accept(
      file: StoredFile,
      { crop, widths }: { crop: Crop | undefined; widths: number[] },
    ): Promise<AcceptedPicture> {
      return enterAccept(async () => {
        const input: AcceptInput = { bytes: await read(file), widths, ...(crop && { crop }) }
        try {
          const answer = await workers.run('accept-picture', input, { limits: ACCEPT_LIMITS })
          const accepted = acceptOutputSchema.parse(answer)
          if (accepted) return accepted
        } catch (error) {
          throw refusal(error)
        }
        throw badImage()
      })
    },
    /**
     * A stored picture in another width.
     * @throws HttpError 503; WorkerError for one that cannot be scaled.
     */
    scale(file: StoredFile, width: number): Promise<Derived['bytes']> {
      return enterScale(async () => {
        const input: ScaleInput = { bytes: await read(file), width }
        try {
          const answer = await workers.run('scale-picture', input, { limits: SCALE_LIMITS })
          return scaleOutputSchema.parse(answer)
        } catch (error) {
          throw isBusy(error) ? tooBusy() : error
        }
      })
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof WorkerError && (error.reason === 'busy' || error.reason === 'closed')
}

function refusal(error: unknown): unknown {
  if (isBusy(error)) return tooBusy()
  if (!(error instanceof WorkerError)) return error
  if (error.reason === 'failed') return badImage()
  return new HttpError(
    400,
    'The picture takes too much time or memory to decode; save it as a plain JPEG or PNG.',
    'costly_image',
  )
}

const badImage = () =>
  new HttpError(
    400,
    'The picture must be PNG, JPEG, WebP or AVIF of at most 40 megapixels.',
    'bad_image',
  )
