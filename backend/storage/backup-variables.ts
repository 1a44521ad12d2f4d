import { z } from 'zod'
import { type Setting, setting } from '#lib/variables.ts'
import { backupPlaceSchema } from './backup-place.ts'

/** A time of day, in minutes. */
const timeSchema = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'times such as 03:30 are expected')
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

/** Variables of backups, for the backend that makes them and for commands. */
export const backupVariables = {
  BACKUP_TO: setting(
    backupPlaceSchema.optional(),
    'storage',
    'where [backups](operations.md#backups) are: a folder, or a bucket in the form of `STORAGE_URL`; a bucket without key and secret has those of `STORAGE_URL` on the same server, else those of the environment',
    { example: 's3://KEY:SECRET@host:9000/bucket/prefix' },
  ),
  BACKUP_SCHEDULE: setting(
    z
      .string()
      .transform((times) => times.split(','))
      .pipe(z.array(timeSchema))
      .optional(),
    'storage',
    'when the backend makes a backup: times of day in the time zone of the machine, comma-separated; without it the operator does',
    { example: '03:30,15:30' },
  ),
  BACKUP_KEEP: setting(
    z.coerce.number().int().min(0).max(10_000).default(7),
    'storage',
    'how many backups are kept; `0` keeps all, and needs no right to delete',
  ),
  BACKUP_KEEP_DAYS: setting(
    z.coerce.number().int().min(0).max(36_500).default(0),
    'storage',
    'for how many days the others are kept besides',
  ),
  BACKUP_CHECK_DAYS: setting(
    z.coerce.number().int().min(0).max(3_650).default(7),
    'storage',
    'after how many days a scheduled backup is tried: restored into a folder that is thrown away, and compared; `0` never tries one',
  ),
} satisfies Record<string, Setting>
