import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { makePrivate } from '#scripts/private-data.ts'
import { startStack } from '#scripts/stack.ts'

let dataDir: string
let url: string
let stack: Awaited<ReturnType<typeof startStack>>
const said: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'stack-'))
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    BACKEND_PORT: port,
    BACKEND_URL: '',
    DATABASE_URL: '',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    INTERNAL_SECRET: 'a-secret-of-the-tests',
  }
  stack = await startStack({
    env,
    dataDir,
    say: (line) => said.push(line),
    onProgress: () => undefined,
    onDeath: (line) => said.push(line),
    isHeadless: true,
  })
})
afterAll(async () => {
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const status = (path: string) =>
  fetch(`${url}${path}`).then(
    (response) => response.status,
    () => 'no connection' as const,
  )
const patience = { timeout: 30_000, interval: 20 }

describe('a part that is killed is started again', () => {
  it('the database; the backend goes on, answers 503 meanwhile, and finds it again', async () => {
    expect(await status('/readyz')).toBe(200)
    const { backend, database } = stack.pids()
    process.kill(database ?? 0, 'SIGKILL')
    await expect.poll(() => status('/readyz'), patience).toBe(503)
    expect(await status('/livez')).toBe(200)
    await expect.poll(() => status('/readyz'), patience).toBe(200)
    expect(stack.pids()).toMatchObject({ backend })
    expect(stack.pids()['database']).not.toBe(database)
    expect(said).toContain(
      'The database ended unexpectedly (SIGKILL); it is started again in 0.5 s.',
    )
  }, 60_000)

  it('the backend, on the same port, over the same database', async () => {
    const { backend, database } = stack.pids()
    process.kill(backend ?? 0, 'SIGKILL')
    await expect.poll(() => said.at(-1), patience).toBe('The backend runs again.')
    expect(await status('/readyz')).toBe(200)
    expect(stack.pids()['backend']).not.toBe(backend)
    expect(stack.pids()).toMatchObject({ database })
  }, 60_000)

  it('both at once', async () => {
    const { backend, database } = stack.pids()
    process.kill(database ?? 0, 'SIGKILL')
    process.kill(backend ?? 0, 'SIGKILL')
    await expect.poll(() => status('/readyz'), patience).toBe('no connection')
    await expect.poll(() => status('/readyz'), patience).toBe(200)
  }, 60_000)

  it('one that is killed again and again waits longer each time', async () => {
    const begun = said.length
    for (let time = 0; time < 2; time += 1) {
      process.kill(stack.pids()['backend'] ?? 0, 'SIGKILL')
      await expect.poll(() => said.at(-1), patience).toContain('it is started again in')
      await expect.poll(() => status('/readyz'), patience).toBe(200)
    }
    const waits = said.slice(begun).flatMap((line) => /in ([\d.]+) s\.$/.exec(line)?.[1] ?? [])
    expect(Number(waits[1])).toBe(Number(waits[0]) * 2)
  }, 90_000)
})

/** What others may read, write or enter. */
async function open(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await lstat(path.join(folder, name))).mode })),
  )
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
}

describe.runIf(process.platform !== 'win32')('the data', () => {
  it('are for their user alone: database, files, messages, locks', async () => {
    const answer = await fetch(`${url}/api/v1/sms/verify_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: 'ada@example.com' }),
    })
    expect(answer.status).toBe(200)
    const names = await readdir(dataDir)
    expect(names).toEqual(expect.arrayContaining(['database', 'database.lock', 'files', 'mail']))
    expect(await open(dataDir)).toEqual([])
  })

  it('of an earlier version are taken away from others, but for what is not ours', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'old-'))
    await mkdir(path.join(folder, 'database/base/1'), { recursive: true, mode: 0o777 })
    await mkdir(path.join(folder, 'mine'), { mode: 0o755 })
    for (const name of ['database/base/1/1259', 'session-secret', 'mine/notes']) {
      await writeFile(path.join(folder, name), '', { mode: 0o666 })
    }
    expect(await open(folder)).toContain('database/base/1/1259')
    await makePrivate(folder)
    expect((await lstat(folder)).mode & 0o777).toBe(0o700)
    expect((await open(folder)).toSorted()).toEqual(['mine', 'mine/notes'])
    await rm(folder, { recursive: true })
  })
})
