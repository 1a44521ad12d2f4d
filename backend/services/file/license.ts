import { and, desc, eq, isNull } from 'drizzle-orm'
import { shownAuthor } from '#backend/db/shown-author.ts'
import { authors, fileDetails, files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { standardLicense } from '#backend/text/standard-license.ts'
import { readCredits } from './credits.ts'

type Described = {
  /** Title and version, author, identifier of the licence, attributions, and the set that the icons are from. */
  credits: string
  /** The text of the file's own licence; without one the standard text of the licence of its version; null without either. */
  text: string | null
}

/**
 * Licence and credits of a published file.
 * @throws NotFoundError for a file without a public project; BusyError; StorageError.
 */
export async function describeLicense(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  id: string,
): Promise<Described> {
  const [row] = await db
    .select({
      kind: projects.kind,
      title: projects.title,
      author: shownAuthor,
      version: versions.version,
      license: projects.license,
      attribution: projects.attribution,
      facts: versions.facts,
      createdAt: versions.createdAt,
      file: { id: files.id, key: files.key, size: files.size },
      reader: files.reader,
      stored: fileDetails.licenseText,
    })
    .from(files)
    .innerJoin(versions, and(eq(versions.fileId, files.id), isNull(versions.publishAt)))
    .innerJoin(projects, and(eq(projects.id, versions.projectId), isPublic))
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .leftJoin(fileDetails, eq(fileDetails.fileId, files.id))
    .where(and(eq(files.id, id), eq(files.state, 'stored')))
    .orderBy(desc(versions.createdAt))
    .limit(1)
  if (!row) throw new NotFoundError()
  const { file, kind, title, author, version, createdAt } = row
  const own = await readCredits(storage, { ...file, kind, isSet: row.reader === 'iconify-json' })
  const license = row.facts?.license ?? row.license
  const attributions = new Set([row.attribution, own?.attribution ?? null])
  const { set = null } = own ?? {}
  const credits = [
    `${title} ${version}`,
    `Author: ${author}`,
    ...(license ? [`License: ${license}`] : []),
    ...[...attributions].flatMap((one) => (one ? [`Attribution: ${one}`] : [])),
    ...(set
      ? [`Icons from: ${[`${set.name} by ${set.author}`, set.url].filter(Boolean).join(', ')}`]
      : []),
  ].join('\n')
  const work = { title, author: set?.author ?? author, year: createdAt.getUTCFullYear() }
  const text = own ? own.text : row.stored
  return { credits, text: text ?? (await standardLicense(license, work)) }
}

/** Credits and licence as one text. */
export const inFull = ({ credits, text }: Described): string =>
  `${[credits, ...(text === null ? [] : [text.trim()])].join('\n\n')}\n`
