import { existsSync } from 'node:fs'
import { z } from 'zod'
import { type Config, parseConfig } from '#backend/config.ts'
import { type Env, parseEnv } from '#lib/env.ts'
import { parseVariables, siteVariables, type Variables } from '#lib/variables.ts'

/** Variables that commands read themselves; `loadConfiguration` checks their format. */
export const commandShape = {
  DATABASE_URL: z.string().optional(),
  BACKEND_URL: z.string().optional(),
  ADOPT_FILES: z.string().optional(),
  DEMO: z.string().optional(),
  INTERNAL_SECRET: z.string().optional(),
  /** One secret or several, as the processes receive it. */
  SESSION_SECRET: z.string().optional(),
  DRAIN_SECONDS: siteVariables.DRAIN_SECONDS,
  STOP_SECONDS: siteVariables.STOP_SECONDS,
  BACKUP_PASSPHRASE: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
}
const commandSchema = z.object(commandShape)

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
