import { asc, eq } from 'drizzle-orm'
import { type PackExportForm, pixelsOf, PNG_ICONS_MAX } from '#lib/contract/file/pack-export.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { shownAuthor } from '#backend/db/shown-author.ts'
import { authors, fileIcons, projects } from '#backend/db/tables.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { describeLicense, inFull } from '#backend/services/file/license.ts'
import { extentOf, placesOf, readDrawings } from '#backend/services/icon/drawings.ts'
import { createKept, DRAWINGS_MAX_BYTES } from '#backend/services/recolour/kept.ts'
import {
  findSource,
  type VariantSource,
  type StoredVariant,
} from '#backend/services/recolour/stored.ts'
import type { ExportInput } from './messages.ts'

const MB = 1024 * 1024
/** A thousand pictures of 256 pixels take about 14 s and 250 MB. */
const LIMITS = { cpuMs: 45_000, rssBytes: 400 * MB }

/** Counts changes of what exports say of licences: those from before are made again. */
const CREDITS_VERSION = 1

type Deps = Parameters<typeof createKept>[0] & {
  workers: Pool
  site: { url: string }
}
type Wanted = { fileId: string; form: PackExportForm; network: string; payer: Payer }

/** Icon packs in other forms: zips of their drawings or of pictures of pixels, and formats of others. */
export function createExports(deps: Deps) {
  const { db, storage, workers, site } = deps

  async function make(
    source: VariantSource,
    { form: stored, output, payer }: { form: string; output: string; payer: Payer },
  ) {
    const [form] = stored.split('.', 1)
    const input = await describePack({ db, storage }, source, site.url)
    const places = placesOf(await readDrawings(db, source.id))
    const { bytes, end } = extentOf(places)
    const { drawingsKey } = source
    if (drawingsKey === null || places.length === 0) throw refused('nothing_drawn')
    if (bytes > DRAWINGS_MAX_BYTES) throw refused('too_costly')
    const placeOf = new Map(places.map(({ name, ...place }) => [name, place]))
    const icons = input.icons.map((icon) => ({ ...icon, place: placeOf.get(icon.name) ?? null }))
    await storage.withFile(drawingsKey, (drawings) =>
      workers.run(
        payer,
        'export-pack',
        { ...input, icons, form, drawings: { path: drawings, size: end }, output },
        { limits: LIMITS },
      ),
    )
  }

  const kept = createKept(deps, {
    busy: () => new DomainError('overloaded', 'Too many packs are being exported.'),
    tooCostly: () => refused('too_costly'),
    make,
  })
  return {
    /**
     * Finds a pack in a form, and makes it on the first request.
     * @throws NotFoundError also if its version is hidden; RateLimitError; DomainError `not_exportable`, `not_ready`, `overloaded`,
     * `disk_full`; StorageError.
     */
    async find({ fileId, form, ...who }: Wanted): Promise<StoredVariant> {
      const source = await findSource(db, fileId)
      const stored = `${form}.${source.drawingsVersion}.${CREDITS_VERSION}`
      return kept.find(source, { fileId, form: stored, ...who }, () => {
        if (source.format !== 'iconpack') throw refused('nothing_drawn')
        if (pixelsOf(form) !== null && source.icons > PNG_ICONS_MAX) throw refused('too_costly')
      })
    },
  }
}

type Described = Omit<ExportInput, 'form' | 'drawings' | 'output' | 'icons'> & {
  icons: Omit<ExportInput['icons'][number], 'place'>[]
}

async function describePack(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  source: VariantSource,
  siteUrl: string,
): Promise<Described> {
  const { id } = source.project
  const [named] = await db
    .select({ title: projects.title, author: shownAuthor })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(eq(projects.id, id))
  if (!named) throw new NotFoundError()
  const icons = await db
    .select({ name: fileIcons.name, label: fileIcons.label, tags: fileIcons.tags })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, source.id))
    .orderBy(asc(fileIcons.position))
  const url = `${siteUrl}/home/iconpack/detail/${id}`
  const { title, author } = named
  const described = await describeLicense({ db, storage }, source.id)
  return {
    icons,
    pack: { id, title, author, version: source.version, url, license: source.license ?? '' },
    license: described.text,
    credits: `${inFull(described)}\nFrom ${url}\n`,
  }
}

const REASONS = {
  nothing_drawn: 'it has no icons that are drawn',
  too_costly: 'it takes too much time or memory',
}

const refused = (reason: keyof typeof REASONS) =>
  new DomainError('not_exportable', `The pack cannot be had in this form: ${REASONS[reason]}.`, {
    details: { reason },
  })
