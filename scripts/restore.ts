import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { lastCheckFile } from '#backend/storage/last-backup.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'
import { checkBackup } from '#scripts/transfer/check.ts'
import { openDepot } from '#scripts/transfer/open-depot.ts'
import type { StateManifest } from '#scripts/transfer/manifest.ts'
import { fail, lockSite, parsePlace, place, seconds } from '#scripts/transfer/place.ts'
import { readableSize } from '#scripts/transfer/room.ts'
import { openBackup, type Reader } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import { readStates } from '#scripts/transfer/states.ts'
import { finishRestore, openTarget } from '#scripts/transfer/target.ts'

/* `npm run restore`: makes a site of a backup, tries one, or lists them. */

const USAGE = `Usage: npm run restore -- [--from FOLDER|FILE|s3://…] [--at TIME] [--check | --list]
  Restores into an empty data folder (DATA_DIR), or into DATABASE_URL and STORAGE_URL where they are set; the site must be stopped.
  --from            by default BACKUP_TO
  --at TIME         the newest backup until then (2026-11-27 or 2026-11-27T03:30Z), instead of the last one
  --check           restores into a folder that is removed again, and compares; the site may run
  --list            lists the backups
  The passphrase of an encrypted backup is in BACKUP_PASSPHRASE, or in the file that BACKUP_PASSPHRASE_FILE names.`

type Where = ReturnType<typeof place>
const timeSchema = z.union([
  z.iso.date().transform((day) => new Date(`${day}T23:59:59.999Z`)),
  z.iso.datetime({ offset: true, precision: null }).transform((time) => new Date(time)),
])

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      at: { type: 'string' },
      check: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  })
  const where = place()
  const from =
    values.from === undefined ? where.backups : parsePlace(values.from, '--from', where.env)
  const at = timeSchema.optional().safeParse(values.at)
  if (!from || !at.success || (values.check && values.list)) throw new Error(USAGE)
  if (values.list) return list(await readStates(await openDepot(from)))
  const reader = await openBackup(from, where.passphrase, at.data)
  if (values.check) await check(where, reader)
  else await restore(where, reader)
}

function list({ complete }: Awaited<ReturnType<typeof readStates>>) {
  for (const { at } of complete) console.log(at.toISOString())
  if (complete.length === 0) console.log('There is no complete backup.')
}

async function check(where: Where, reader: Reader) {
  const begun = performance.now()
  const manifest = await checkBackup(reader, where.dataDir, createCounter())
  if (existsSync(where.dataDir)) await writeWhole(lastCheckFile(where.dataDir), [])
  console.log(
    `The backup of ${manifest.at} can be restored: ${contentsOf(manifest)}, compared in ${seconds(begun)}.`,
  )
  // To the backend, which made this process.
  process.send?.({ done: manifest.at })
}

async function restore(where: Where, reader: Reader) {
  const begun = performance.now()
  await mkdir(where.dataDir, { recursive: true, mode: 0o700 })
  const release = await lockSite(where.dataDir)
  try {
    if (await finishRestore(where.dataDir)) {
      console.log('The restore that was interrupted at its end is complete now.')
      return
    }
    const target = await openTarget(where)
    try {
      const manifest = await restoreBackup({ reader, target, onProgress: createCounter() })
      console.log(
        `Restored the state of ${manifest.at}: ${contentsOf(manifest)} in ${seconds(begun)}.`,
      )
      if (manifest.missing.length > 0) {
        console.log(
          `The site had lost ${manifest.missing.length} files already when it was backed up.`,
        )
      }
    } finally {
      await target.close()
    }
  } finally {
    await release()
  }
}

function contentsOf({ tables, objects }: StateManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows and ${objects.count} files (${readableSize(objects.bytes)})`
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
