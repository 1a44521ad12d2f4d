import { parseArgs } from 'node:util'
import { commandVariables } from './configuration.ts'
import { fail, lockSite, place, readableSize, seconds } from './transfer/place.ts'
import { openBackup } from './transfer/reader.ts'
import { restoreBackup } from './transfer/restore.ts'
import { readPassphrase } from './transfer/secret.ts'
import { openTarget } from './transfer/target.ts'
import { mkdir } from 'node:fs/promises'

/* `npm run restore`: makes a site of a backup. */

const USAGE = `Usage: npm run restore -- --from FOLDER|FILE [--data-dir FOLDER] [--passphrase-file FILE]
  Restores into an empty data folder (DATA_DIR), or into DATABASE_URL and STORAGE_URL where they are set; the site must be stopped.
  The passphrase of an encrypted backup is in BACKUP_PASSPHRASE, or in a file.`

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      'data-dir': { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  })
  if (values.from === undefined) throw new Error(USAGE)
  const begun = performance.now()
  const where = place(values['data-dir'])
  const reader = await openBackup(values.from, () =>
    readPassphrase(values['passphrase-file'], commandVariables().BACKUP_PASSPHRASE),
  )
  await mkdir(where.dataDir, { recursive: true, mode: 0o700 })
  const release = await lockSite(where.dataDir)
  try {
    const target = await openTarget(where)
    try {
      const { tables, objects, missing, at } = await restoreBackup({
        reader,
        target,
        onProgress: createCounter(),
      })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `Restored the state of ${at}: ${rows} rows and ${objects.count} files (${readableSize(objects.bytes)}) in ${seconds(begun)}.`,
      )
      if (missing.length > 0) {
        console.log(`The site had lost ${missing.length} files already when it was backed up.`)
      }
    } finally {
      await target.close()
    }
  } finally {
    await release()
  }
}

/** How much there is to do is known at the end of an archive only. */
function createCounter() {
  let last = ''
  let shownAt = 0
  return (what: string, done: number) => {
    const isDue = performance.now() - shownAt > 1000
    if (process.stdout.isTTY && (isDue || what !== last)) {
      process.stdout.write(`\r\u001B[KRestoring … ${what}${done > 0 ? ` (${done})` : ''}`)
      shownAt = performance.now()
    } else if (!process.stdout.isTTY && what.split(' ')[0] !== last.split(' ')[0]) {
      console.log(`Restoring … ${what}`)
    }
    last = what
  }
}

main()
  .then(() => process.exit())
  .catch(fail)
