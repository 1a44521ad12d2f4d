import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { shownAuthor } from '#backend/db/shown-author.ts'
import { authors, fileDetails, files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'

/**
 * Licence and credits of a published file: title and author, the identifier of the licence of its version, the attribution that the
 * project or its manifest names, and the text of the licence file.
 * @throws NotFoundError for a file without a public project.
 */
export async function describeLicense(db: Database, id: string): Promise<string> {
  const [row] = await db
    .select({
      title: projects.title,
      author: shownAuthor,
      version: versions.version,
      license: projects.license,
      attribution: projects.attribution,
      facts: versions.facts,
      text: fileDetails.licenseText,
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
  const { title, author, version, attribution, text } = row
  const license = row.facts?.license ?? row.license
  const head = [
    `${title} ${version}`,
    `Author: ${author}`,
    ...(license ? [`License: ${license}`] : []),
    ...(attribution ? [`Attribution: ${attribution}`] : []),
  ]
  return `${[head.join('\n'), ...(text === null ? [] : [text.trim()])].join('\n\n')}\n`
}
