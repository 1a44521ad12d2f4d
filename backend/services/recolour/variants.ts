import path from 'node:path'
import { refusalOfChanges } from '#lib/text/derivatives.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { describeLicense, inFull } from '#backend/services/file/license.ts'
import { extentOf, placesOf, readDrawings } from '#backend/services/icon/drawings.ts'
import { isOneColour } from '#backend/services/icon/one-colour.ts'
import { type RecolourInput, recolourOutputSchema } from './messages.ts'
import { createKept, DRAWINGS_MAX_BYTES } from './kept.ts'
import { findSource, recordRaster, type VariantSource, type StoredVariant } from './stored.ts'

const MB = 1024 * 1024
/** 1000 icons take about a second. */
const LIMITS = { cpuMs: 15_000, rssBytes: 400 * MB }
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
    busy: () => new DomainError('overloaded', 'Too many packs are being recoloured.'),
    tooCostly: () => refused('too_costly'),
    async make(source, { form, output, payer }) {
      const icons = await readDrawings(db, source.id)
      if (!isOneColour(icons)) throw refused('colours')
      const raster = await recolour(deps, source, { colour: `#${form}`, icons, output, payer })
      if (raster.length === 0) return
      await recordRaster(db, source, raster, clock())
      throw refused('colours')
    },
  })
  return {
    /**
     * Finds a pack in a colour, and makes it on the first request.
     * @throws NotFoundError also if its version is hidden; RateLimitError; DomainError `not_recolourable`, `not_ready`, `overloaded`,
     * `disk_full`; StorageError.
     */
    async find(wanted: Wanted): Promise<{ source: VariantSource; variant: StoredVariant }> {
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
type Making = { colour: string; icons: Icons; output: string; payer: Payer }

/** Writes the archive. @returns the names of the icons that are pictures of pixels: then there is none. */
async function recolour(
  { db, storage, workers }: Deps,
  source: VariantSource,
  { colour, icons, output, payer }: Making,
): Promise<string[]> {
  const { drawingsKey } = source
  const places = placesOf(icons)
  const { bytes, end } = extentOf(places)
  if (drawingsKey === null || bytes > DRAWINGS_MAX_BYTES) throw refused('too_costly')
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
  return recolourOutputSchema.parse(result).raster
}

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
