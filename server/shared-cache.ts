import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createFollowers } from '#lib/cache/followers.ts'
import { createSharedCache, type SharedCache } from '#lib/cache/shared.ts'
import type { Env } from '#lib/env.ts'
import { setProcessState } from '#lib/process-state.ts'
import type { Redis } from '#lib/redis/connect.ts'
import { BUILD_ID_FILE } from '#server/next/build.ts'
import type { PageCache } from './page-cache.ts'
import { createSharedPages, type SharedPages } from './shared-pages.ts'

/** Variables that no page depends on; they may differ between processes that share pages. */
const OF_THE_PROCESS = [
  'PORT',
  'HOST',
  'BACKEND_PORT',
  'BACKEND_URL',
  'TRUSTED_PROXIES',
  'WEB_PEERS',
  'CACHE_URL',
  'RATE_FACTOR',
  'SESSION_SECRET',
  'INTERNAL_SECRET',
  'DRAIN_SECONDS',
  'STOP_SECONDS',
  'METRICS_PORT',
  'METRICS_HOST',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'LOG_LEVEL',
] as const satisfies (keyof Env)[]

/**
 * Shares pages and answers with the other web processes of this build and configuration, if there is a server for it
 * (CACHE_URL) and a secret that seals the entries.
 */
export async function shareCaches(
  redis: Redis | undefined,
  env: Env,
  cache: PageCache,
): Promise<SharedPages | undefined> {
  const { INTERNAL_SECRET: secret } = env
  if (!redis || secret === undefined) return undefined
  const build = await readFile(path.resolve(BUILD_ID_FILE), 'utf8')
  const server = await hashOf(import.meta.dirname)
  const variant = JSON.stringify([build, server, pageVariables(env)])
  const shared: SharedCache = createSharedCache({ redis, secret, variant })
  setProcessState('sharedCache', shared)
  setProcessState('followers', createFollowers(redis))
  return createSharedPages(shared, cache)
}

/** What pages may depend on. Processes share pages where these are equal. */
export function pageVariables(env: Env): [string, unknown][] {
  const names = new Set<string>(OF_THE_PROCESS)
  return Object.entries(env)
    .filter(([name]) => !names.has(name))
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
}

/** Of the files of a folder: the server changes pages, and is no part of the build. */
async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((one) => one.endsWith('.ts')).toSorted()) {
    hash.update(name).update(await readFile(path.join(folder, name)))
  }
  return hash.digest('base64url')
}
