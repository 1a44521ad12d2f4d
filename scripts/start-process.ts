import { existsSync } from 'node:fs'
import { parseConfig } from '#backend/config.ts'
import { parseEnv } from '#lib/env.ts'
import type { Variables } from '#lib/variables.ts'
import { BUILD_ID_FILE } from '#server/next/build.ts'
import { COMPILE_CACHE, HEAP, MALLOC } from '#scripts/settings/node-settings.ts'
import { printNotices } from '#scripts/settings/notices.ts'
import { readSecretFiles } from '#scripts/settings/secret-variables.ts'

/*
 * `npm run start:web` and `npm run start:backend`: one process of the site with the settings that `npm start` gives it, for a
 * service manager or a container engine that starts, restarts and stops it. Takes configuration from the environment and from
 * `.env`; secrets also from files (`INTERNAL_SECRET_FILE`). Starts no other process, builds nothing, generates no secret.
 */

const PROCESSES = {
  web: {
    script: 'server/main.ts',
    parse: (source: Variables) => ({ env: parseEnv(source) }),
    required: ['INTERNAL_SECRET', 'SESSION_SECRET'],
    /** Made by `npm run build:site`. */
    needs: BUILD_ID_FILE,
  },
  backend: {
    script: 'backend/start.ts',
    parse: (source: Variables) => ({ config: parseConfig(source) }),
    required: ['DATABASE_URL', 'INTERNAL_SECRET'],
    needs: undefined,
  },
} as const

function main([name = '']: string[]) {
  if (name !== 'web' && name !== 'backend') throw new Error('Usage: start-process.ts web|backend')
  const { script, parse, required, needs } = PROCESSES[name]
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = { LOG_LEVEL: 'warn', ...MALLOC, ...COMPILE_CACHE, ...readSecretFiles(process.env) }
  const missing = required.filter((variable) => !Reflect.get(env, variable))
  if (missing.length > 0) throw new Error(`Configuration: set ${missing.join(' and ')}.`)
  printNotices(env, parse(env))
  if (needs !== undefined && !existsSync(needs)) {
    throw new Error('The web app is not built; run `npm run build:site`.')
  }
  if (process.execve === undefined) throw new Error('This platform cannot replace a process.')
  // The same process: signals, exit code and memory are those of the service itself.
  process.execve(process.execPath, [process.execPath, ...HEAP, script], {
    ...env,
    NODE_ENV: 'production',
  })
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
