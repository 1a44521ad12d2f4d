import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { shownAuthor } from '#backend/db/shown-author.ts'
import { authors, fileDrawings, fileIcons, files, projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { type ChangeRefusal, refusalOfChanges } from '#lib/text/derivatives.ts'
import type { BuiltStripRequest } from '#lib/contract/file/built-strip.ts'

type Key = BuiltStripRequest['keys'][number]

/** Size of all drawings of a strip, in bytes. */
const DRAWINGS_MAX_BYTES = 4 * 1024 * 1024

/**
 * The drawings of the keys in their order, and the packs that they are from.
 * @throws NotFoundError for a pack that is not public, and for an icon that it lacks or that is not drawn; DomainError
 * `not_combinable` with the packs whose licences forbid it or are unknown, `too_large`.
 */
export async function findSources(db: Database, keys: Key[]) {
  const wanted = [...new Set(keys.map(({ pack }) => pack))]
  const packs = await db
    .select({
      id: projects.id,
      title: projects.title,
      author: shownAuthor,
      license: projects.license,
      fileId: files.id,
      drawingsKey: files.drawingsKey,
    })
    .from(projects)
    .innerJoin(files, eq(files.id, projects.fileId))
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(and(inArray(projects.id, wanted), eq(projects.kind, 'icon'), isPublic))
  if (packs.length < wanted.length) throw new NotFoundError()
  refuseLicenses(packs)
  const byId = new Map(packs.map((pack) => [pack.id, pack]))
  const drawings = await readPlaces(db, keys, (id) => byId.get(id)?.fileId ?? '')
  const placed = keys.map((key) => {
    const pack = byId.get(key.pack)
    const place = drawings.get(`${pack?.fileId} ${key.icon}`)
    if (!pack?.drawingsKey || !place) throw new NotFoundError()
    return { ...key, pack, drawingsKey: pack.drawingsKey, ...place }
  })
  const bytes = placed.reduce((sum, { size }) => sum + size, 0)
  if (bytes > DRAWINGS_MAX_BYTES) {
    throw new DomainError('too_large', 'The icons are too large for a strip.')
  }
  return { placed, packs }
}
export type PlacedKey = Awaited<ReturnType<typeof findSources>>['placed'][number]

/** @throws DomainError `not_combinable`: all packs whose licences refuse changes, and those of each reason. */
function refuseLicenses(packs: { id: string; license: string | null }[]): void {
  const reasons = packs.map(({ id, license }) => ({ id, reason: refusalOfChanges(license) }))
  const idsOf = (wanted?: ChangeRefusal) =>
    reasons
      .filter(({ reason }) => (wanted ? reason === wanted : reason !== null))
      .map(({ id }) => id)
      .join(' ')
  const [all, forbidden, unknown] = [idsOf(), idsOf('no_derivatives'), idsOf('unknown_license')]
  if (all === '') return
  const message = forbidden
    ? 'The licence of a pack forbids it.'
    : 'The licence of a pack is not known to permit it.'
  throw new DomainError('not_combinable', message, {
    details: {
      packs: all,
      ...(forbidden && { no_derivatives: forbidden }),
      ...(unknown && { unknown_license: unknown }),
    },
  })
}

/** Where each drawing is in the object of its file, and the name that its author gave it, by file and name. */
async function readPlaces(db: Database, keys: Key[], fileOf: (pack: string) => string) {
  const rows = await db
    .select({
      fileId: fileDrawings.fileId,
      name: fileDrawings.name,
      offset: fileDrawings.offset,
      size: fileDrawings.size,
      typed: fileIcons.label,
    })
    .from(fileDrawings)
    .leftJoin(
      fileIcons,
      and(eq(fileIcons.fileId, fileDrawings.fileId), eq(fileIcons.name, fileDrawings.name)),
    )
    .where(
      or(
        ...keys.map(({ pack, icon }) =>
          and(eq(fileDrawings.fileId, fileOf(pack)), eq(fileDrawings.name, icon)),
        ),
      ),
    )
  return new Map(
    rows.flatMap(({ fileId, name, offset, size, typed }) =>
      offset === null || size === null
        ? []
        : [[`${fileId} ${name}`, { offset, size, typed }] as const],
    ),
  )
}
