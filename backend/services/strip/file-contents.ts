import { and, eq } from 'drizzle-orm'
import type { FileContents } from '#lib/contract/file/file-contents.ts'
import type { Database } from '#backend/db/connect.ts'
import { filePages, files } from '#backend/db/tables.ts'
import { FileMissingError } from '#backend/errors.ts'
import { listedFile, listFileIcons } from '#backend/services/icon/read.ts'
import { toStripPages } from './read.ts'

type Wanted = { uid: string; id: string }

/**
 * The contents of an account's own project file, whether or not it is published.
 * @throws FileMissingError, also for a file of another account or purpose.
 */
export async function readFileContents(db: Database, { uid, id }: Wanted): Promise<FileContents> {
  const [row] = await db
    .select({
      file: { name: files.name, size: files.size, sha256: files.sha256 },
      listed: listedFile,
      stored: filePages.pages,
    })
    .from(files)
    .leftJoin(filePages, eq(filePages.fileId, files.id))
    .where(
      and(
        eq(files.id, id),
        eq(files.ownerUid, uid),
        eq(files.state, 'stored'),
        eq(files.purpose, 'project'),
      ),
    )
  if (!row) throw new FileMissingError(['id'])
  const { file, listed, stored } = row
  if (stored) return { file, icons: { items: [] }, pages: toStripPages(listed, stored) }
  return { file, icons: await listFileIcons(db, listed), pages: [] }
}
