import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createBar } from './bar.ts'
import { commandVariables } from './configuration.ts'
import { archiveWriter } from './transfer/archive.ts'
import { writeBackup } from './transfer/backup.ts'
import { fail, place, readableSize, seconds } from './transfer/place.ts'
import { readPassphrase } from './transfer/secret.ts'
import { openSource } from './transfer/source.ts'
import { folderWriter } from './transfer/writer.ts'

/* `npm run backup`: a consistent copy of database and files, while the site runs or not. */

const USAGE = `Usage: npm run backup -- (--to FOLDER | --archive FILE.tar) [--encrypt [--passphrase-file FILE]]
  --to FOLDER       a folder, in which a later backup writes only what is new; suits rsync
  --archive FILE    one tar archive
  --encrypt         encrypts it with a passphrase in the format of age; the passphrase is in BACKUP_PASSPHRASE, or in a file`

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      archive: { type: 'string' },
      encrypt: { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
  })
  const { to, archive, encrypt, 'passphrase-file': file } = values
  if ((to === undefined) === (archive === undefined)) throw new Error(USAGE)
  if (file !== undefined && !encrypt) throw new Error(USAGE)
  const begun = performance.now()
  const where = place()
  const passphrase = encrypt
    ? await readPassphrase(file, commandVariables().BACKUP_PASSPHRASE)
    : undefined
  const source = await openSource(where)
  try {
    const { manifest, waitMs } = await writeBackup({
      source,
      openWriter: (head) =>
        to === undefined
          ? archiveWriter(archive ?? '', head, passphrase)
          : folderWriter(to, head, passphrase),
      site: z
        .object({ version: z.string() })
        .parse(JSON.parse(readFileSync('package.json', 'utf8'))).version,
      onProgress: createBar('Backing up'),
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, bytes } = manifest.objects
    const wait = waitMs > 0 ? ` The database waited for ${waitMs.toFixed(0)} ms.` : ''
    console.log(
      `Backed up ${rows} rows and ${count} files (${readableSize(bytes)}) in ${seconds(begun)}.${wait}`,
    )
    if (manifest.missing.length === 0) return
    console.error(
      `The site has lost ${manifest.missing.length} files, which are not in the backup: ${manifest.missing.slice(0, 10).join(', ')}. ` +
        'The backup is complete otherwise; see npm run doctor.',
    )
    process.exitCode = 1
  } finally {
    await source.close()
  }
}

main()
  .then(() => process.exit())
  .catch(fail)
