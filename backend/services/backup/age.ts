import { stat } from 'node:fs/promises'
import type { Parts } from '#backend/parts.ts'
import { lastBackupFile, lastCheckFile } from '#backend/storage/last-backup.ts'
import type { Backups } from './job.ts'
import { readRecord, type BackupTask } from './record.ts'

type Age = {
  /** Of the last one that succeeded; null before the first. */
  ageSeconds: number | null
  /** Whether the last scheduled one failed; null without a schedule. */
  isFailing: boolean | null
}
type Options = Pick<Parts, 'db' | 'clock'> & {
  backups?: Backups | undefined
  dataDir?: string
}

const FILES = { backup: lastBackupFile, check: lastCheckFile }

/** When backups, and checks of one, last succeeded: scheduled ones by the database, those of commands by a file of the data folder. */
export async function readBackups({ db, clock, backups, dataDir }: Options) {
  async function read(task: BackupTask): Promise<Age> {
    const { doneAt, failing } = await readRecord(db, task)
    const info = dataDir === undefined ? null : await stat(FILES[task](dataDir)).catch(() => null)
    const last = Math.max(doneAt === null ? 0 : Date.parse(doneAt), info?.mtimeMs ?? 0)
    return {
      ageSeconds: last === 0 ? null : (clock().getTime() - last) / 1000,
      isFailing: backups ? failing !== null : null,
    }
  }
  const [backup, check] = await Promise.all([read('backup'), read('check')])
  return { backup, check }
}
