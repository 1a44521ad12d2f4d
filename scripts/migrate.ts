import { parseArgs } from 'node:util'
import { storageOf } from '#backend/storage/open.ts'
import { createBar } from './bar.ts'
import { migrateObjects, migrateRows } from '#scripts/transfer/migrate.ts'
import { fail, lockSite, place, seconds } from '#scripts/transfer/place.ts'
import { readableSize } from '#scripts/transfer/room.ts'
import { openServer } from '#scripts/transfer/rows.ts'
import { refuseSameDatabase } from '#scripts/transfer/same.ts'
import { openStopped } from '#scripts/transfer/source.ts'

/* `npm run migrate`: moves a site from its data folder to a PostgreSQL server and to a bucket. */

const USAGE = `Usage: npm run migrate -- [--to postgres://…] [--storage s3://…]
  Copies the rows to an empty database and the files to an empty bucket; the site must be stopped. Started again after an interruption
  it goes on. The originals are left as they are.`

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({ options: { to: { type: 'string' }, storage: { type: 'string' } } })
  const { to, storage } = values
  if (to === undefined && storage === undefined) throw new Error(USAGE)
  const begun = performance.now()
  const where = place()
  const release = await lockSite(where.dataDir)
  try {
    const target =
      storage === undefined ? null : await storageOf({ STORAGE_URL: storage }, where.dataDir)
    const source = await openStopped(where)
    const { rows } = await source.snapshot()
    const server = to === undefined ? null : await openServer(to, '--to')
    try {
      // Before any file is copied.
      if (server) await refuseSameDatabase(rows, server)
      if (target) {
        const onProgress = createBar('Copying files')
        const objects = { rows, from: source.storage.storage, to: target.storage }
        const { count, bytes, lost } = await migrateObjects(objects, onProgress)
        console.log(`Copied and compared ${count} files (${readableSize(bytes)}).`)
        if (lost.length > 0) {
          console.error(`The site had lost ${lost.length} files: ${lost.slice(0, 10).join(', ')}.`)
          process.exitCode = 1
        }
      }
      if (server) {
        const moved = await migrateRows(rows, server, createBar('Copying tables'))
        console.log(`Copied and compared ${moved.rows} rows of ${moved.tables} tables.`)
      }
    } finally {
      await server?.close()
      await rows.close()
    }
    const names = [to === undefined ? [] : 'DATABASE_URL', target ? 'STORAGE_URL' : []].flat()
    console.log(
      `Finished in ${seconds(begun)}. Set ${names.join(' and ')} to the address given here, then start the site.`,
    )
  } finally {
    await release()
  }
}

main()
  .then(() => process.exit())
  .catch(fail)
