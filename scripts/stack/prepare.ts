import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { commandVariables, loadConfiguration } from '#scripts/settings/configuration.ts'
import { takeLock } from './lock.ts'
import { makePrivate } from '#scripts/settings/private-data.ts'
import { ensureSecret } from '#scripts/settings/secret-file.ts'

/**
 * Checks configuration, ports and data folder before anything starts, and creates what is missing.
 * @returns the environment of the services, the data folder, and a function that releases its lock.
 * @throws Error with one sentence for the operator.
 */
export async function prepare() {
  const { env, config } = loadConfiguration()
  const variables = commandVariables()
  const isEmbedded = variables.BACKEND_URL === undefined
  const dataDir = path.resolve(config.DATA_DIR)
  await requireFreePort('PORT', env.PORT, env.HOST)
  if (isEmbedded) await requireFreePort('BACKEND_PORT', config.BACKEND_PORT, config.BACKEND_HOST)
  await requireWritable(dataDir)
  // One site per folder: two would write to the same database.
  const release = await takeLock(path.join(dataDir, '.lock'), 0)
  await makePrivate(dataDir)
  const secrets = {
    INTERNAL_SECRET: variables.INTERNAL_SECRET ?? (await ensureSecret(dataDir, 'internal')),
    SESSION_SECRET: variables.SESSION_SECRET ?? (await ensureSecret(dataDir, 'session')),
  }
  return { env: { ...process.env, ...secrets }, dataDir, release, port: env.PORT }
}

function requireFreePort(name: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      const problem = isTaken ? 'is taken by another program' : `cannot be used (${error.message})`
      reject(new Error(`Port ${port} ${problem}; set ${name} to a free one.`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

async function requireWritable(folder: string) {
  const probe = path.join(folder, '.writable')
  try {
    await createFolder(folder)
    await writeFile(probe, '')
    await rm(probe)
  } catch {
    throw new Error(`The data folder ${folder} cannot be written to; set DATA_DIR to another one.`)
  }
}

/** Creates parent folders one by one: Node's `recursive` never returns below `/proc`. */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await createFolder(path.dirname(folder))
  await mkdir(folder)
}
