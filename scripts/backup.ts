import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { lastBackupFile } from '#backend/storage/last-backup.ts'
import { VERSION } from '#lib/version.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'
import { createBar } from './bar.ts'
import { archiveWriter } from '#scripts/transfer/archive.ts'
import { writeBackup } from '#scripts/transfer/backup.ts'
import { fail, place, readableSize, seconds } from '#scripts/transfer/place.ts'
import { openSource } from '#scripts/transfer/source.ts'
import { folderWriter } from '#scripts/transfer/writer.ts'

/* `npm run backup`: a consistent copy of database and files, while the site runs or not. */

const USAGE = `Usage: npm run backup -- (--to FOLDER | --archive FILE.tar) [--encrypt]
  --to FOLDER       a folder, in which a later backup writes only what is new; suits rsync
  --archive FILE    one tar archive
  --encrypt         encrypts it with a passphrase in the format of age; the passphrase is in BACKUP_PASSPHRASE, or in the
                    file that BACKUP_PASSPHRASE_FILE names`

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      archive: { type: 'string' },
      encrypt: { type: 'boolean', default: false },
    },
  })
  const { to, archive, encrypt } = values
  if ((to === undefined) === (archive === undefined)) throw new Error(USAGE)
  const begun = performance.now()
  const where = place()
  const passphrase = encrypt ? where.passphrase() : undefined
  const source = await openSource(where)
  try {
    const { manifest, waitMs, changed } = await writeBackup({
      source,
      openWriter: (head) =>
        to === undefined
          ? archiveWriter(archive ?? '', head, passphrase)
          : folderWriter(to, head, passphrase),
      site: VERSION,
      onProgress: createBar('Backing up'),
    })
    if (existsSync(where.dataDir)) await writeWhole(lastBackupFile(where.dataDir), [])
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, bytes } = manifest.objects
    const wait = waitMs > 0 ? ` The database waited for ${waitMs.toFixed(0)} ms.` : ''
    console.log(
      `Backed up ${rows} rows and ${count} files (${readableSize(bytes)}) in ${seconds(begun)}.${wait}`,
    )
    report('lost', manifest.missing)
    report('changed', changed)
  } finally {
    await source.close()
  }
}

/** The backup is complete otherwise. */
function report(what: 'lost' | 'changed', keys: string[]) {
  if (keys.length === 0) return
  const names = `${keys.slice(0, 10).join(', ')}${keys.length > 10 ? ', …' : ''}`
  console.error(`The site has ${what} files (${keys.length}): ${names}. See npm run doctor.`)
  process.exitCode = 1
}

main()
  .then(() => process.exit())
  .catch(fail)
