import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { startPglite } from '#tests/support/database.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { createDataFolder } from './site.ts'

const SECRET = randomBytes(24).toString('base64url')

type Variables = Record<string, string>
type Options = {
  /** A PostgreSQL server; an embedded database without it. */
  databaseUrl?: string
  both?: Variables
  backend?: Variables
  web?: Variables
}

/**
 * Database, backend and web app as separate processes that are not restarted, each with variables of its own, and the demo
 * catalogue. 127.0.0.1 is a trusted proxy, so that requests may name the address of their visitor.
 */
export async function startParts({ databaseUrl, both = {}, ...variables }: Options = {}) {
  const dataDir = await createDataFolder({ isEmpty: databaseUrl !== undefined })
  const embedded =
    databaseUrl === undefined ? await startPglite(path.join(dataDir, 'database')) : null
  const alone: Variables = embedded ? { DATABASE_POOL_SIZE: '1', DATABASE_ALONE: '1' } : {}
  const { RATE_FACTOR = '1' } = process.env
  const common = {
    RATE_FACTOR,
    INTERNAL_SECRET: SECRET,
    DEMO: '1',
    DAILY_PROJECTS: '9999',
    ...both,
  }
  async function startPair() {
    const backend = spawnBackend({
      ...common,
      ...alone,
      DATABASE_URL: databaseUrl ?? embedded?.url ?? '',
      DATA_DIR: dataDir,
      ...variables.backend,
    })
    const backendUrl = await backend.listening
    const web = await startWebApp(backendUrl, {
      ...common,
      SESSION_SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
      ...variables.web,
    })
    return { backend, backendUrl, web }
  }
  const { backend, backendUrl, web } = await startPair()
  return {
    base: web.url,
    port: Number(new URL(web.url).port),
    backend: backendUrl,
    dataDir,
    internalSecret: SECRET,
    /** Both processes by name, with a promise for their end, and their log after it. */
    processes: {
      backend: {
        pid: backend.child.pid ?? NaN,
        ended: backend.ended,
        log: async () => (await backend.ended).complaint,
      },
      'web app': { pid: web.pid ?? NaN, ended: web.ended, log: async () => web.log() },
    },
    /** Another backend of the same database and files, and a web app that calls it. */
    async startAnother() {
      const other = await startPair()
      return {
        base: other.web.url,
        async stop() {
          await other.web.stop()
          await other.backend.stop()
        },
      }
    },
    async stop() {
      await web.stop()
      await backend.stop()
      await embedded?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
