import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { parseConfig } from '#backend/config.ts'
import { parseEnv } from '#lib/env.ts'
import { takeLock } from './lock.ts'
import { makePrivate } from './private-data.ts'
import { keptSecret } from './secret-file.ts'

/**
 * Checks everything that can be wrong before anything starts, and makes what is missing.
 * @returns the environment for the parts, the data folder, and what gives the folder free again.
 * @throws Error with one sentence for whoever starts the site.
 */
export async function prepare() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = parseEnv(process.env)
  const isEmbedded = !process.env['BACKEND_URL']
  // The database's address is not known yet where it is embedded; any will do for the check.
  const url = process.env['DATABASE_URL'] || 'postgres://localhost/embedded'
  const config = parseConfig({ ...process.env, DATABASE_URL: url })
  const dataDir = path.resolve(config.DATA_DIR)
  await refuseTakenPort('PORT', env.PORT, env.HOST)
  if (isEmbedded) await refuseTakenPort('BACKEND_PORT', config.BACKEND_PORT, config.BACKEND_HOST)
  await makeFolder(dataDir)
  // One site per folder: two would write into the same database.
  const release = await takeLock(path.join(dataDir, '.lock'), 0)
  await makePrivate(dataDir)
  const secrets = {
    INTERNAL_SECRET: process.env['INTERNAL_SECRET'] || (await keptSecret(dataDir, 'internal')),
    SESSION_SECRET: process.env['SESSION_SECRET'] || (await keptSecret(dataDir, 'session')),
  }
  return { env: { ...process.env, ...secrets }, dataDir, release, port: env.PORT }
}

function refuseTakenPort(name: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      const why = isTaken ? 'is taken by another program' : `cannot be used (${error.message})`
      reject(new Error(`Port ${port} ${why}; set ${name} to a free one.`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

async function makeFolder(folder: string) {
  const probe = path.join(folder, '.writable')
  try {
    await makeMissing(folder)
    await writeFile(probe, '')
    await rm(probe)
  } catch {
    throw new Error(`The data folder ${folder} cannot be written to; set DATA_DIR to another one.`)
  }
}

/** Folder by folder, since Node's own `recursive` never returns below a place like `/proc`. */
async function makeMissing(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeMissing(path.dirname(folder))
  await mkdir(folder)
}
