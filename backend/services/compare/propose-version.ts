import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { pagesInManifestSchema } from '#lib/contract/file/container.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { type NextVersion, nextVersion } from '#lib/contract/version/next-version.ts'
import type { Database } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { fileIcons, filePages, files, projects } from '#backend/db/tables.ts'
import { FileMissingError, NotFoundError } from '#backend/errors.ts'
import { versionsOf } from '#backend/services/project/version.ts'
import { addedRights } from '#backend/services/update/rights.ts'
import { compareContents, type ContentsChange, type ComparedContents } from './contents.ts'

type Own = { uid: string; kind: Kind; id: string }

/**
 * The number that a new file of a project could have: the next one, with a higher second number where the file lacks what the published one
 * has, or asks for more. By names and places, which are there as soon as a file is uploaded.
 * @throws NotFoundError also for hidden projects and those of others; FileMissingError.
 */
export async function proposeVersion(
  db: Database,
  { file_id, ...own }: Own & { file_id: string },
): Promise<NextVersion> {
  const [project] = await db
    .select()
    .from(projects)
    .where(and(isOwnProject(own), isNull(projects.hiddenAt)))
  if (!project) throw new NotFoundError()
  const [file] = await db
    .select({ package: files.package })
    .from(files)
    .where(
      and(
        eq(files.id, file_id),
        eq(files.ownerUid, own.uid),
        eq(files.purpose, 'project'),
        eq(files.state, 'stored'),
      ),
    )
  if (!file) throw new FileMissingError(['file_id'])
  const removed = await findRemoved(db, { before: project.fileId, after: file_id })
  const rights = addedRights(project.manifest, file.package?.facts)
  const isMoreAsked =
    rights !== null && (rights.permissions.length > 0 || rights.network || rights.native)
  const isMinor = removed.icons + removed.keys > 0 || isMoreAsked
  return { ...(await findNumber(db, project, isMinor)), removed, added_rights: rights }
}

/** Numbers that are taken by pre-releases or wait for their time are left out. */
async function findNumber(
  db: Database,
  { id, version: current }: typeof projects.$inferSelect,
  isMinor: boolean,
) {
  const rows = await versionsOf(db, id)
  const taken = new Set(rows.map(({ version }) => version))
  const stable = rows.find(({ channel, publishAt }) => channel === 'stable' && publishAt === null)
  const higherThan = stable?.version ?? current
  let version = nextVersion(higherThan, { isMinor })
  while (version !== null && taken.has(version)) version = nextVersion(version, { isMinor: false })
  return { version, higher_than: higherThan }
}

async function findRemoved(
  db: Database,
  { before, after }: { before: string | null; after: string },
): Promise<NextVersion['removed']> {
  if (before === null) return { icons: 0, keys: 0 }
  const contents = await readNames(db, [before, after])
  const [from, to] = [contents.get(before), contents.get(after)]
  // A file that is not read has no names: nothing is known of it.
  if (!from || !to) return { icons: 0, keys: 0 }
  const change = compareContents(from, to)
  return { icons: change.removed.length, keys: removedKeys(change, from) }
}

function removedKeys({ pages }: ContentsChange, { pages: before }: ComparedContents): number {
  const keysOf = (page: ContentsChange['pages'][number]) =>
    page.change === 'removed'
      ? (before.find(({ id }) => id === page.id)?.keys.length ?? 0)
      : page.keys.filter(({ change }) => change === 'removed').length
  return pages.reduce((sum, page) => sum + keysOf(page), 0)
}

/** The contents of files by name, without fingerprints of their drawings; those that have none are left out. */
async function readNames(db: Database, ids: string[]): Promise<Map<string, ComparedContents>> {
  const [icons, pages] = [
    await db
      .select({ fileId: fileIcons.fileId, name: fileIcons.name })
      .from(fileIcons)
      .where(inArray(fileIcons.fileId, ids))
      .orderBy(asc(fileIcons.position)),
    await db.select().from(filePages).where(inArray(filePages.fileId, ids)),
  ]
  return new Map(
    ids.flatMap((id) => {
      const names = icons
        .filter(({ fileId }) => fileId === id)
        .map(({ name }) => [name, ''] as const)
      const found = pages.find(({ fileId }) => fileId === id)
      if (names.length === 0 && !found) return []
      const read = pagesInManifestSchema.catch([]).parse(found?.pages ?? [])
      return [[id, { icons: new Map(names), pages: read, entries: new Map() }] as const]
    }),
  )
}
