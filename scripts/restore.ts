import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { fail, lockSite, place, readableSize, seconds } from '#scripts/transfer/place.ts'
import { openBackup } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import { finishRestore, openTarget } from '#scripts/transfer/target.ts'

/* `npm run restore`: makes a site of a backup. */

const USAGE = `Usage: npm run restore -- --from FOLDER|FILE
  Restores into an empty data folder (DATA_DIR), or into DATABASE_URL and STORAGE_URL where they are set; the site must be stopped.
  The passphrase of an encrypted backup is in BACKUP_PASSPHRASE, or in the file that BACKUP_PASSPHRASE_FILE names.`

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({ options: { from: { type: 'string' } } })
  if (values.from === undefined) throw new Error(USAGE)
  const begun = performance.now()
  const where = place()
  const reader = await openBackup(values.from, where.passphrase)
  await mkdir(where.dataDir, { recursive: true, mode: 0o700 })
  const release = await lockSite(where.dataDir)
  try {
    if (await finishRestore(where.dataDir)) {
      console.log('The restore that was interrupted at its end is complete now.')
      return
    }
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
