import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { firstInstalled, run } from './engine.ts'

/** Where Debian installs the server, newest version first. */
const folders = () => {
  try {
    const base = '/usr/lib/postgresql'
    return readdirSync(base)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(base, version, 'bin'))
  } catch {
    return []
  }
}
const control = () => firstInstalled(folders().map((folder) => path.join(folder, 'pg_ctl')))

/** Whether a PostgreSQL server can be started on this machine. */
export const hasPostgres = (): boolean => control() !== undefined

/** Runs a program of the server, which refuses to run as root. */
async function asServer(program: string, args: string[]): Promise<string> {
  const isRoot = process.getuid?.() === 0
  return isRoot
    ? run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args])
    : run(program, args)
}

/** Settings of a server whose databases end with it. */
const IN_MEMORY = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off'
const MEMORY_FOLDER = '/dev/shm'

/** A PostgreSQL server of its own on a free port, with an empty folder: durable, or in memory and faster. */
export async function startPostgres({ isDurable = true } = {}) {
  const pgCtl = control()
  if (pgCtl === undefined) throw new Error('No PostgreSQL server is installed.')
  const parent = !isDurable && existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir()
  const folder = await mkdtemp(path.join(parent, 'postgres-'))
  if (process.getuid?.() === 0) {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', 'postgres']),
      run('id', ['-g', 'postgres']),
    ])
    await chown(folder, Number(uid), Number(gid))
  }
  const data = path.join(folder, 'data')
  const port = await freePort()
  const initdb = path.join(path.dirname(pgCtl), 'initdb')
  await asServer(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'])
  const settings = isDurable ? '-c max_connections=60' : `-c max_connections=200 ${IN_MEMORY}`
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${settings}`
  const log = path.join(folder, 'log')
  const start = () => asServer(pgCtl, ['-D', data, '-l', log, '-o', options, '-w', 'start'])
  const stop = (mode: 'fast' | 'immediate') =>
    asServer(pgCtl, ['-D', data, '-m', mode, '-w', 'stop'])
  await start()

  /** Ids of the server's processes. */
  async function pids(): Promise<number[]> {
    const [first = ''] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
    const children = await run('ps', ['-o', 'pid=', '--ppid', first]).catch(() => '')
    return [first, ...children.trim().split(/\s+/)].filter(Boolean).map(Number)
  }
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await pids()) process.kill(pid, name)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pids,
    start,
    /** `fast` ends connections in order, `immediate` at once and without writing what is in memory. */
    stopServer: stop,
    /** Ends connections at once and closes the port. */
    cut: () => stop('immediate'),
    /** Ends connections in order and starts again. */
    restart: async () => {
      await stop('fast')
      await start()
    },
    /** Connections stay open, and nothing is answered. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: async () => {
      await stop('immediate').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Postgres = Awaited<ReturnType<typeof startPostgres>>
