import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { refusalOfChanges } from '#lib/text/derivatives.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { describeLicense, inFull } from '#backend/services/file/license.ts'
import { extentOf, placesOf, readDrawings } from '#backend/services/icon/drawings.ts'
import { isOneColour } from '#backend/services/icon/one-colour.ts'
import { attempt, fromWorker } from '#backend/storage/error.ts'
import { readChunks } from '#backend/storage/file.ts'
import { type RecolourInput, recolourOutputSchema } from './messages.ts'
import { createKept } from './kept.ts'
import { findSource, recordRaster, type Source, type StoredVariant } from './stored.ts'

const MB = 1024 * 1024
/** 1000 icons take about a second. */
const LIMITS = { cpuMs: 15_000, rssBytes: 400 * MB }
/** Size of the drawings of a pack; those of larger packs take longer than a visitor waits. */
const DRAWINGS_MAX_BYTES = 64 * MB
type Deps = Pick<
  Parts,
  'db' | 'storage' | 'workers' | 'log' | 'clock' | 'limits' | 'variantsMaxBytes'
>
type Wanted = {
  fileId: string
  /** `#rrggbb`. */
  colour: string
  /** Whom a new one counts for. */
  network: string
  payer: Payer
}

/**
 * Icon packs of one colour in other colours. Each is made on its first request, and kept until others were used more recently. It is
 * had only while its original is.
 */
export function createVariants(deps: Deps) {
  const { db, clock } = deps
  const kept = createKept(deps, {
    busy: tooBusy,
    async make(source, { form, key, payer }) {
      const icons = await readDrawings(db, source.id)
      if (!isOneColour(icons)) throw refused('colours')
      const made = await recolour(deps, source, { colour: `#${form}`, icons, key, payer })
      if (!('raster' in made)) return made
      await recordRaster(db, source, made.raster, clock())
      throw refused('colours')
    },
  })
  return {
    /**
     * Finds a pack in a colour, and makes it on the first request.
     * @throws NotFoundError also if its version is hidden; RateLimitError; DomainError `not_recolourable`, `not_ready`, `overloaded`,
     * `disk_full`; StorageError.
     */
    async find(wanted: Wanted): Promise<{ source: Source; variant: StoredVariant }> {
      const { fileId, colour, ...who } = wanted
      const source = await findSource(db, fileId)
      const refusal = refusalOfChanges(source.license)
      if (refusal) throw refused(refusal)
      const variant = await kept.find(source, { fileId, form: colour.slice(1), ...who }, () => {
        if (source.format !== 'iconpack') throw refused('colours')
      })
      return { source, variant }
    },
  }
}

type Icons = Awaited<ReturnType<typeof readDrawings>>
type Making = { colour: string; icons: Icons; key: string; payer: Payer }

/** Writes and stores the archive. @returns size and hash, or the names of the icons that are pictures of pixels. */
async function recolour(
  { db, storage, workers }: Deps,
  source: Source,
  { colour, icons, key, payer }: Making,
): Promise<{ size: number; sha256: string } | { raster: string[] }> {
  const { drawingsKey } = source
  const places = placesOf(icons)
  const { bytes, end } = extentOf(places)
  if (drawingsKey === null || bytes > DRAWINGS_MAX_BYTES) throw refused('too_costly')
  const folder = await attempt(() => mkdtemp(path.join(os.tmpdir(), 'keystrip-colour-')))
  try {
    const output = path.join(folder, 'variant.zip')
    const license = inFull(await describeLicense({ db, storage }, source.id))
    const rest = { icons: places, colour, license, output }
    const result = await storage.withFile(source.key, (archive) =>
      storage.withFile(drawingsKey, (drawings) => {
        const input: RecolourInput = {
          ...rest,
          title: path.parse(source.name).name,
          archive: { path: archive, size: source.size },
          drawings: { path: drawings, size: end },
        }
        return workers.run(payer, 'recolour-archive', input, { limits: LIMITS })
      }),
    )
    const { raster } = recolourOutputSchema.parse(result)
    if (raster.length > 0) return { raster }
    return await storage.writeStream(key, readChunks(output), { maxBytes: Infinity })
  } catch (error) {
    throw toDomainError(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toDomainError(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error
  if (isTransient(error)) return tooBusy()
  const known = fromWorker(error)
  return known === error ? refused('too_costly') : known
}

const tooBusy = () => new DomainError('overloaded', 'Too many packs are being recoloured.')

const REASONS = {
  colours: 'its icons have several colours, are pictures of pixels, or lack a part',
  no_derivatives: 'its licence forbids changes',
  unknown_license: 'its licence is not known to permit changes',
  too_costly: 'it takes too much time or memory',
}

const refused = (reason: keyof typeof REASONS) =>
  new DomainError('not_recolourable', `The pack cannot be recoloured: ${REASONS[reason]}.`, {
    details: { reason },
  })

/** The name that a pack in a colour is saved under. */
export function variantName(name: string, colour: string): string {
  const { name: stem, ext } = path.parse(name)
  return `${stem}-${colour.slice(1)}${ext}`
}

/** @throws NotFoundError if a variant that was made again differs from the one that was asked for. */
export function checkHash({ sha256 }: Pick<StoredVariant, 'sha256'>, wanted: string): void {
  if (sha256 !== wanted) throw new NotFoundError()
}
