import { PGlite } from 'pglite-previous'
import { pg_trgm } from 'pglite-previous/contrib/pg_trgm'
import { unaccent } from 'pglite-previous/contrib/unaccent'
import path from 'node:path'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { openFolder } from '#scripts/pglite/pglite-folder.ts'
import { createTables, lastMigration } from '#scripts/transfer/catalogue.ts'
import { rowsOf } from '#scripts/transfer/rows.ts'

/** Makes a database of the former PostgreSQL, by itself, with a few rows. */
export async function createFormer(folder: string): Promise<void> {
  const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, unaccent } })
  const rows = await rowsOf(db, () => db.close())
  await createTables(rows, lastMigration())
  await db.exec(`INSERT INTO settings VALUES ('database-id', 'the-id');
    INSERT INTO authors (uid, name, links) VALUES ('u1', E'Ada\\tBack\\\\slash\\nline', '{https://x.example}');
    INSERT INTO search_words VALUES ('word', 1, 1, '{wrd}');
    INSERT INTO changes (at, kind, project_id, author, is_new) VALUES (now(), 'icon', 'p', 'a', true)`)
  await rows.close()
}

/** What `readDatabase` reads of it after its upgrade. */
export const FORMER_ROWS = {
  rows: [{ name: 'Ada\tBack\\slash\nline', links: ['https://x.example'] }],
  next: [{ id: 2 }],
}

/** Opens a database as the start script does. @returns what is in it. */
export async function readDatabase(database: string) {
  const storage = createFolderStorage(path.join(path.dirname(database), 'files'))
  const { db, release } = await openFolder(database, { files: { storage, place: 'files' } })
  const { rows } = await db.query(`SELECT name, links FROM authors`)
  const [, next] =
    await db.exec(`SELECT 1; INSERT INTO changes (at, kind, project_id, author, is_new)
    VALUES (now(), 'icon', 'q', 'a', true) RETURNING id`)
  const version = await db.query<{ major: string }>(
    `SELECT split_part(current_setting('server_version'), '.', 1) AS major`,
  )
  await db.close()
  await release()
  return { rows, next: next?.rows, major: version.rows[0]?.major }
}
