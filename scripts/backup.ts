import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { BackupPlace } from '#backend/storage/backup-place.ts'
import { lastBackupFile } from '#backend/storage/last-backup.ts'
import { VERSION } from '#lib/version.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'
import { createBar } from './bar.ts'
import { archiveWriter } from '#scripts/transfer/archive.ts'
import { writeBackup } from '#scripts/transfer/backup.ts'
import { DepotBusyError } from '#scripts/transfer/depot.ts'
import { openDepot } from '#scripts/transfer/open-depot.ts'
import { fail, messageOf, parsePlace, place, seconds } from '#scripts/transfer/place.ts'
import { readableSize } from '#scripts/transfer/room.ts'
import { openSource } from '#scripts/transfer/source.ts'
import { depotWriter, type Writer } from '#scripts/transfer/writer.ts'

/* `npm run backup`: a consistent copy of database and files, while the site runs or not. */

const USAGE = `Usage: npm run backup -- [--to FOLDER|s3://… [--keep N] [--keep-days N] | --archive FILE.tar] [--encrypt]
  --to              a folder, which suits rsync, or a bucket in the form of STORAGE_URL; a later backup writes only what is new.
                    Without it, and without --archive: BACKUP_TO, encrypted if there is a passphrase
  --keep N          keeps the last N backups there, 0 for all; by default BACKUP_KEEP
  --keep-days N     keeps those of the last N days besides; by default BACKUP_KEEP_DAYS
  --archive FILE    one tar archive
  --encrypt         encrypts it with a passphrase in the format of age; the passphrase is in BACKUP_PASSPHRASE, or in the
                    file that BACKUP_PASSPHRASE_FILE names`

const countSchema = z.coerce.number().int().min(0)

function parse() {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      archive: { type: 'string' },
      encrypt: { type: 'boolean', default: false },
      keep: { type: 'string' },
      'keep-days': { type: 'string' },
    },
  })
  const where = place()
  const { to, archive, keep, 'keep-days': days } = values
  const count = countSchema.default(where.keep.count).safeParse(keep)
  const kept = countSchema.default(where.keep.days).safeParse(days)
  if ((to !== undefined && archive !== undefined) || !count.success || !kept.success) {
    throw new Error(USAGE)
  }
  const target = targetOf(to, archive, where)
  const isEncrypted = values.encrypt || (target === where.backups && where.hasPassphrase)
  return {
    where,
    target,
    passphrase: isEncrypted ? where.passphrase() : undefined,
    keep: { count: count.data, days: kept.data },
  }
}

function targetOf(
  to: string | undefined,
  archive: string | undefined,
  { env, backups }: ReturnType<typeof place>,
): BackupPlace | { archive: string } {
  if (archive !== undefined) {
    if ('folder' in parsePlace(archive, '--archive', env)) return { archive }
    throw new Error('--archive: an archive is a file; a backup into a bucket is --to s3://….')
  }
  if (to !== undefined) return parsePlace(to, '--to', env)
  if (!backups) throw new Error(USAGE)
  return backups
}

async function main() {
  process.umask(0o077)
  const { where, target, passphrase, keep } = parse()
  const begun = performance.now()
  const source = await openSource(where)
  try {
    const { manifest, waitMs, changed, pruneError } = await writeBackup({
      source,
      async openWriter(head) {
        const writer =
          'archive' in target
            ? await archiveWriter(target.archive, head, passphrase)
            : await depotWriter(await openDepot(target), head, { passphrase, keep })
        closeWhenStopped(writer)
        return writer
      },
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
    // To the backend, which made this process.
    process.send?.({ done: manifest.at, bytes })
    report('lost', manifest.missing)
    report('changed', changed)
    if (pruneError === null) return
    console.error(`Former backups could not be removed: ${messageOf(pruneError)}`)
    process.exitCode = 1
  } finally {
    await source.close()
  }
}

/** A bucket would be locked for some minutes. */
function closeWhenStopped({ close }: Writer) {
  const stop = () => void close().finally(() => process.exit(1))
  process.once('SIGTERM', stop).once('SIGINT', stop)
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
  .catch((error: unknown) => {
    if (error instanceof DepotBusyError) process.send?.({ isBusy: true })
    fail(error)
  })
