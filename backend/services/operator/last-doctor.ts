import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { AdminOverview } from '#lib/contract/admin/overview.ts'
import { DOCTOR_CODES } from '#lib/contract/operator.ts'
import { lastDoctorFile } from '#backend/storage/last-backup.ts'

const countsSchema = z.partialRecord(z.enum(DOCTOR_CODES), z.number())

/** What the last run of the doctor has left; `null` if it never ran with this data folder. */
export async function readDoctor(dataDir: string): Promise<AdminOverview['doctor']> {
  const file = lastDoctorFile(dataDir)
  const [info, text] = await Promise.all([
    stat(file).catch(() => null),
    readFile(file, 'utf8').catch(() => null),
  ])
  if (!info || text === null) return null
  const counts = countsSchema.parse(JSON.parse(text))
  const problems = DOCTOR_CODES.flatMap((code) => {
    const count = counts[code] ?? 0
    return count > 0 ? [{ code, count }] : []
  })
  return { at: info.mtime.toISOString(), problems }
}
