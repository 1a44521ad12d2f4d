// @module-tag long
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { makePrivate } from '#scripts/settings/private-data.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { sendSignal } from '#tests/support/processes.ts'
import { headOnly } from '#tests/support/head.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

/** The pause before a restart lasts until this resolves. */
const held = vi.hoisted(() => ({ until: Promise.resolve() }))
vi.mock('node:timers/promises', async (load) => {
  const timers = await load<typeof import('node:timers/promises')>()
  const setTimeout: typeof timers.setTimeout = async (...given) => {
    const value = await timers.setTimeout(...given)
    await held.until
    return value
  }
  return { ...timers, setTimeout }
})
/** Holds restarts. @returns what lets them go on. */
function holdRestarts() {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.until = promise
  return resolve
}

const messages: string[] = []
const dataDir = await scratchFolder()
const stack = await stoppedAtEnd(
  startLoopback({
    dataDir,
    isHeadless: true,
    variables: { DEMO: '0', LOG_LEVEL: 'silent' },
    print: (line) => messages.push(line),
    onExit: (line) => messages.push(line),
  }),
)
const url = stack.backend

const status = (path: string) =>
  fetch(`${url}${path}`).then(
    (response) => response.status,
    () => 'no connection' as const,
  )
const patience = { timeout: 60_000, interval: 20 }

describe('a killed service is restarted', () => {
  it('the database, while the backend keeps running, answers 503 and reconnects', async () => {
    expect(await status('/readyz')).toBe(200)
    const { backend, database } = stack.pids()
    const restart = holdRestarts()
    sendSignal(database, 'SIGKILL')
    const exited = 'The database exited unexpectedly (SIGKILL); restarting in 0.5 s.'
    await expect.poll(() => messages, patience).toContain(exited)
    expect([await status('/readyz'), await status('/livez')]).toEqual([503, 200])
    restart()
    await expect.poll(() => status('/readyz'), patience).toBe(200)
    expect(stack.pids()).toMatchObject({ backend })
    expect(stack.pids()['database']).not.toBe(database)
  })

  it('the backend, on the same port with the same database', async () => {
    const { backend, database } = stack.pids()
    sendSignal(backend, 'SIGKILL')
    await expect.poll(() => messages.at(-1), patience).toBe('The backend is running again.')
    expect(await status('/readyz')).toBe(200)
    expect(stack.pids()['backend']).not.toBe(backend)
    expect(stack.pids()).toMatchObject({ database })
  })

  it('both at the same time', async () => {
    const { backend, database } = stack.pids()
    const restart = holdRestarts()
    sendSignal(database, 'SIGKILL')
    sendSignal(backend, 'SIGKILL')
    await expect.poll(() => status('/readyz'), patience).toBe('no connection')
    restart()
    await expect.poll(() => status('/readyz'), patience).toBe(200)
  })

  it('with a longer delay each time when killed repeatedly', async () => {
    const start = messages.length
    const waits = () =>
      messages.slice(start).flatMap((line) => /in ([\d.]+) s\.$/.exec(line)?.[1] ?? [])
    for (let time = 1; time <= 2; time += 1) {
      sendSignal(stack.pids()['backend'], 'SIGKILL')
      await expect.poll(waits, patience).toHaveLength(time)
      await expect.poll(() => status('/readyz'), patience).toBe(200)
    }
    const [first, second] = waits().map(Number)
    expect(second).toBe((first ?? 0) * 2)
  })
})

/** Entries that other users may read, write or enter. */
async function open(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await lstat(path.join(folder, name))).mode })),
  )
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
}

describe.runIf(process.platform !== 'win32')('the data folder', () => {
  it('is private: database, files, messages and locks', async () => {
    const answer = await headOnly(
      fetch(`${url}/api/v1/sms/verify_code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: 'ada@example.com' }),
      }),
    )
    expect(answer.status).toBe(200)
    const names = await readdir(dataDir)
    expect(names).toEqual(expect.arrayContaining(['database', 'database.lock', 'files', 'mail']))
    expect(await open(dataDir)).toEqual([])
  })

  it('of an earlier version becomes private, except for foreign entries', async () => {
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
