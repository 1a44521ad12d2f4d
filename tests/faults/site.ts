import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { examine } from './doctor.ts'

const SECRET = randomBytes(24).toString('base64url')

/** Variable with a data folder that has the demo catalogue (demo-catalogue.ts). */
export const DEMO_FOLDER = 'FAULTS_DEMO_FOLDER'

/** A data folder of its own, with embedded database and demo catalogue unless it is to be empty. */
export async function createDataFolder({ isEmpty = false } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'faults-'))
  const demo = process.env[DEMO_FOLDER]
  if (demo !== undefined && !isEmpty) await cp(demo, folder, { recursive: true })
  return folder
}

type Options = {
  /** A PostgreSQL server; the embedded database without it. */
  databaseUrl?: string
  dataDir?: string
  variables?: Record<string, string>
  /** Without the web app. */
  isHeadless?: boolean
  /** The longest pause before a process that ended is started again, in ms. */
  restartMaxMs?: number
}

/** A site of its own with the demo catalogue, on free ports of loopback. */
export async function startSite({
  databaseUrl = '',
  dataDir,
  variables = {},
  ...options
}: Options = {}) {
  const isEmpty = databaseUrl !== '' || variables['DEMO'] === '0' || 'STORAGE_URL' in variables
  const folder = dataDir ?? (await createDataFolder({ isEmpty }))
  const exits: string[] = []
  const stack = await startLoopback({
    dataDir: folder,
    variables: {
      DATABASE_URL: databaseUrl,
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'fatal',
      DEMO: '1',
      ...variables,
    },
    onExit: (line) => exits.push(line),
    ...options,
  })
  return {
    ...stack,
    dataDir: folder,
    internalSecret: SECRET,
    /** Messages about processes that ended without being stopped. */
    exits,
    async stop() {
      await stack.stop()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
export type FaultSite = Awaited<ReturnType<typeof startSite>>

type Examined = Pick<FaultSite, 'port' | 'backend' | 'dataDir' | 'internalSecret'>

/** Runs the doctor on a site. @returns its exit code and output. */
export const examineSite = ({ backend, ...site }: Examined) =>
  examine({ ...site, backendUrl: backend, databaseUrl: '' })

/** The first projects of a kind. */
export async function firstProjects({ base }: Pick<FaultSite, 'base'>, kind: Kind) {
  const answer = await fetch(`${base}/api/v1/${kind}/list?limit=20`)
  return z.object({ data: listSchema }).parse(await answer.json()).data.items
}

/** Address of the page of a project. */
export const pageOf = (kind: Kind, id: string) => `/home/${KIND_TABLE[kind].path}/detail/${id}`

/** Sends a request. @returns status, body, and the time until the last byte in ms; status 0 without an answer. */
export async function visit(url: string, init: RequestInit = {}) {
  const begun = performance.now()
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init })
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, body, headers: answer.headers, ms: performance.now() - begun }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const body = Buffer.from(message)
    return { status: 0, body, headers: new Headers(), ms: performance.now() - begun }
  }
}

/** Time in ms until a check holds. @throws Error after a minute. */
export async function timeUntil(check: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < 60_000) {
    if (await check()) return performance.now() - begun
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It has not come true within a minute.')
}
