import { existsSync } from 'node:fs'
import { z } from 'zod'
import { type backendVariables, type BackendConfig, parseConfig } from '#backend/config.ts'
import { type Env, parseEnv, type webVariables } from '#lib/env.ts'
import {
  parseVariables,
  type Setting,
  setting,
  siteVariables,
  type Variables,
} from '#lib/variables.ts'

/** Variables of commands alone. */
const ownVariables = {
  BACKUP_PASSPHRASE: setting(
    z.string().optional(),
    'storage',
    'encrypts and decrypts [backups](operations.md#backups)',
    { example: 'correct horse battery staple' },
  ),
  CHROMIUM_PATH: setting(z.string().optional(), 'tests', 'a Chromium for tests and screenshots', {
    example: '/usr/bin/chromium',
  }),
  FIREFOX_PATH: setting(z.string().optional(), 'tests', 'a Firefox for long tests', {
    example: '/usr/bin/firefox-esr',
  }),
} satisfies Record<string, Setting>

/** Variables of web app and backend that commands read too; `loadConfiguration` checks their format. */
const sharedVariables = {
  DATABASE_URL: z.string().optional(),
  BACKEND_URL: z.string().optional(),
  ADOPT_FILES: z.string().optional(),
  DEMO: z.string().optional(),
  INTERNAL_SECRET: z.string().optional(),
  /** One secret or several, as the processes receive it. */
  SESSION_SECRET: z.string().optional(),
  DRAIN_SECONDS: siteVariables.DRAIN_SECONDS,
  STOP_SECONDS: siteVariables.STOP_SECONDS,
} satisfies Partial<Record<keyof typeof webVariables | keyof typeof backendVariables, z.ZodType>>

export const commandShape = { ...ownVariables, ...sharedVariables }
const commandSchema = z.object(commandShape)

export const commandVariables = (source: Variables = process.env) =>
  parseVariables(commandSchema, source)

/**
 * The configuration of web app and backend, from the environment and the file `.env`.
 * @throws Error that names each bad variable (`parseVariables`).
 */
export function loadConfiguration(): { env: Env; config: BackendConfig } {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // The embedded database's address is not known yet. The schema requires one.
  const { DATABASE_URL = 'postgres://localhost/embedded' } = commandVariables()
  return { env: parseEnv(process.env), config: parseConfig({ ...process.env, DATABASE_URL }) }
}
