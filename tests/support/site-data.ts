import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { connect } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { projects } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { checkOwner } from '#backend/services/file/database-id.ts'
import { deleteProject } from '#backend/services/project/delete.ts'
import { importProject } from '#backend/services/project/import.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { DemoProject } from '#demo/types.ts'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { workers } from './backend.ts'
import { buildDemoProject } from './builders.ts'
import { writeBackup } from '#scripts/transfer/backup.ts'
import { openBackup } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import { openSource } from '#scripts/transfer/source.ts'
import { openTarget } from '#scripts/transfer/target.ts'
import { writerOf } from './backup-writer.ts'
import { allRows } from './all-rows.ts'
import { startDatabase, startPglite } from './database.ts'

/** A folder that the test removes. */
export const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'transfer-'))

/**
 * The data of a running site with two projects: a data folder with files, and its database, on the server of the tests or
 * embedded in the folder.
 */
export async function startSiteData(onServer: boolean) {
  const dataDir = await newFolder()
  const database = onServer
    ? await startDatabase()
    : await startPglite(path.join(dataDir, 'database'))
  const { url } = database
  if (!onServer) await migrate(url)
  const db = connect({ url, poolSize: 1 })
  const storage = createFolderStorage(path.join(dataDir, 'files'))
  await checkOwner({ db, storage }, { places: { files: 'files', database: 'database' } })
  const add = (said: Partial<DemoProject> = {}) =>
    importProject({ db, storage, workers }, buildDemoProject(said), newId())
  await add({ title: 'First' })
  await add({ title: 'Second \\ with\ttab\nand line' })
  let release: (() => Promise<void>) | undefined = await takeLock(path.join(dataDir, '.lock'), 0)
  async function stop() {
    if (!release) return
    await db.close()
    await database.stop()
    await release()
    release = undefined
  }
  return {
    dataDir,
    db,
    storage,
    add,
    /** Deletes the first project by title, with its files. */
    async deleteFirst() {
      const [row] = await db.select().from(projects).orderBy(projects.title, projects.id)
      if (!row) return
      const { authorUid: uid, kind, id } = row
      await deleteProject({ db, storage }, { uid, kind, id, now: new Date() })
    },
    where: { dataDir, databaseUrl: onServer ? url : undefined },
    /** Variables of commands. */
    env: { DATA_DIR: dataDir, DATABASE_URL: onServer ? url : '' },
    /** Every row of every table, as text. */
    rows: () => rowsAt(url),
    /** Ends the database, and with it the site. */
    stop,
    async remove() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Every row of every table of a database server, as text. */
export async function rowsAt(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return allRows((sql) => client.query(sql)).finally(() => client.end())
}

/** The same for the embedded database of a stopped site. */
export async function rowsIn(dataDir: string) {
  const db = await createEmbedded(path.join(dataDir, 'database'))
  return allRows((sql) => db.query(sql)).finally(() => db.close())
}

/** The bytes of every stored object in a data folder. */
export async function objectsIn(dataDir: string): Promise<Record<string, string>> {
  const folder = path.join(dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const pairs = files.map(async ({ parentPath, name }): Promise<[string, string]> => [
    name,
    await readFile(path.join(parentPath, name), 'base64'),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

type Where = { dataDir: string; databaseUrl: string | undefined }
const none = () => undefined

/**
 * What `npm run backup` does, in this process: a new one would compile the embedded database again, for seconds.
 * @param meanwhile called before each file is copied.
 */
export async function backUpIn(where: Where, to: string, meanwhile?: () => Promise<void>) {
  const source = await openSource({ ...where, env: {} })
  const { storage, place } = source.storage
  async function size(key: string) {
    await meanwhile?.()
    return storage.size(key)
  }
  return writeBackup({
    source: { ...source, storage: { storage: { ...storage, size }, place } },
    openWriter: (head) => writerOf(to, head),
    site: 'test',
    onProgress: none,
  }).finally(() => source.close())
}

/** What `npm run restore` does, in this process. */
export async function restoreIn(where: Where, from: string) {
  const reader = await openBackup({ folder: from }, () => '')
  const target = await openTarget({ storageUrl: undefined, ...where })
  return restoreBackup({ reader, target, onProgress: none }).finally(() => target.close())
}
