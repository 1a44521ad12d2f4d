import path from 'node:path'
import { commandVariables, loadConfiguration } from '#scripts/configuration.ts'
import { takeLock } from '#scripts/lock.ts'

/** The data folder of a command, and the variables that say where its data are. */
export function place(dataDir?: string) {
  const { config } = loadConfiguration()
  return {
    dataDir: path.resolve(dataDir ?? config.DATA_DIR),
    databaseUrl: commandVariables().DATABASE_URL,
    storageUrl: process.env['STORAGE_URL'] || undefined,
    env: process.env,
  }
}

/** The lock of a stopped site. @throws Error with one sentence if it runs. */
export const lockSite = (dataDir: string) => takeLock(path.join(dataDir, '.lock'), 0)

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size for people: `1.4 MB`. */
export function readableSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`
}

export const seconds = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`

export function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
