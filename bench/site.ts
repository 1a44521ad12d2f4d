import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import { buildIfChanged } from '#scripts/build/build.ts'
import { INTERNAL_SECRET, startLoopback } from '#tests/support/loopback.ts'
import { processorMs, residentMb } from './processor.ts'

/** The processes of the site, as `startStack` names them. */
export const PROCESSES = ['web app', 'backend', 'database'] as const
export type Processes = Record<(typeof PROCESSES)[number], number>

export type BenchSite = Awaited<ReturnType<typeof startSite>>

/** Starts the production site with the demo catalogue on the embedded database, on loopback only. */
export async function startSite(variables: Record<string, string> = {}) {
  await buildIfChanged(console.log)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const stack = await startLoopback({
    dataDir,
    print: console.log,
    variables: {
      DEMO: '1',
      // 300 connections of one address are more than a visitor may have: they are a proxy's.
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_FACTOR: '1000000',
      ...variables,
    },
  }).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const { base: web, backend } = stack
  const pidOf = (name: string) => stack.pids()[name] ?? 0
  const perProcess = <T>(measure: (pid: number) => T) => ({
    'web app': measure(pidOf('web app')),
    backend: measure(pidOf('backend')),
    database: measure(pidOf('database')),
  })

  return {
    web,
    backend,
    dataDir,
    /** Processor time so far, in ms. */
    processor: (): Processes => perProcess(processorMs),
    memory: () => perProcess(residentMb),
    /** Drops everything that shows catalogue data from the caches of the web app, as an operator's command does. */
    expire: () => expireAll(web),
    /** All projects of the catalogue. */
    projects: () => readProjects(backend),
    async stop(): Promise<void> {
      await stack.stop()
      await remove()
    },
  }
}

/** Empties the caches of a web app. */
export async function expireAll(web: string): Promise<void> {
  const response = await fetch(`${web}/api/revalidate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${INTERNAL_SECRET}`, 'content-type': 'application/json' },
    body: '{"everything":true}',
  })
  if (response.status !== 204) throw new Error(`/api/revalidate answers ${response.status}.`)
}

/** All projects of the demo catalogue, from the backend or through the web app. */
export async function readProjects(base: string): Promise<Project[]> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => {
      const response = await fetch(`${base}/api/v1/${kind}/list?limit=100`)
      return z.object({ data: listSchema }).parse(await response.json()).data.items
    }),
  )
  return lists.flat()
}
