import { existsSync } from 'node:fs'
import { z } from 'zod'
import { type Config, parseConfig } from '#backend/config.ts'
import { type Env, parseEnv } from '#lib/env.ts'
import { parseVariables, siteVariables, type Variables } from '#lib/variables.ts'

/** Variables that commands read themselves; `loadConfiguration` checks their format. */
const commandSchema = z.object({
  DATABASE_URL: z.string().optional(),
  BACKEND_URL: z.string().optional(),
  /** Mark of stored files that belong to another database, to be used with this one. */
  ADOPT_FILES: z.string().optional(),
  /** `1` or `0`; by default samples are for the embedded database only. */
  DEMO: z.string().optional(),
  INTERNAL_SECRET: z.string().optional(),
  /** One secret or several, as the processes receive it. */
  SESSION_SECRET: z.string().optional(),
  DRAIN_SECONDS: siteVariables.DRAIN_SECONDS,
  STOP_SECONDS: siteVariables.STOP_SECONDS,
  /** Encrypts and decrypts backups. */
  BACKUP_PASSPHRASE: z.string().optional(),
  /** Path of a Chromium for browser tests. */
  CHROMIUM_PATH: z.string().optional(),
})

export const commandVariables = (source: Variables = process.env) =>
  parseVariables(commandSchema, source)

/**
 * The configuration of web app and backend, from the environment and the file `.env`.
 * @throws Error that names each bad variable (`parseVariables`).
 */
export function loadConfiguration(): { env: Env; config: Config } {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // The embedded database's address is not known yet. The schema requires one.
  const { DATABASE_URL = 'postgres://localhost/embedded' } = commandVariables()
  return { env: parseEnv(process.env), config: parseConfig({ ...process.env, DATABASE_URL }) }
}
