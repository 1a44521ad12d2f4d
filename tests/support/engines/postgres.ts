import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#scripts/stack/free-port.ts'
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

/** A command as the user of the server, which refuses to run as root. */
const asUser = (...command: string[]) =>
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command

async function asServer(...command: string[]): Promise<string> {
  const [program = '', ...args] = asUser(...command)
  return run(program, args)
}

/** An empty folder of databases, and a port for their server. */
async function createCluster(parent: string) {
  const pgCtl = control()
  if (pgCtl === undefined) throw new Error('No PostgreSQL server is installed.')
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
  const programs = path.dirname(pgCtl)
  // Sorts by bytes, and has the small letters of all scripts: names of authors are found in any case.
  const encoding = ['-E', 'UTF8', '--locale=C.UTF-8']
  await asServer(
    path.join(programs, 'initdb'),
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    ...encoding,
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return { pgCtl, programs, folder, data, port, url }
}

/** Runs a server until its input ends, which it does with the process that started it, then deletes its folder. */
const UNTIL_INPUT_ENDS = '"$@" & cat > /dev/null; kill -QUIT $!; wait $!; rm -rf "$0"'
const IN_MEMORY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const MEMORY_FOLDER = '/dev/shm'
const START = { timeout: 60_000, interval: 50 }

/** A PostgreSQL server of its own on a free port, in memory: its databases end with it or with this process. */
export async function startMemoryPostgres() {
  const parent = existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir()
  const { programs, folder, data, port, url } = await createCluster(parent)
  const settings = [...IN_MEMORY, 'listen_addresses=127.0.0.1', 'max_connections=200']
  const options = ['-D', data, '-p', String(port), '-k', folder]
  const server = [path.join(programs, 'postgres'), ...options]
  const [program = '', ...args] = asUser('sh', '-c', UNTIL_INPUT_ENDS, folder, ...server)
  const child = spawn(program, [...args, ...settings.flatMap((setting) => ['-c', setting])], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl+C ends the process that started it, and so its input.
    detached: true,
  })
  const ended = once(child, 'exit')
  child.unref()
  const deadline = performance.now() + START.timeout
  const isReady = () =>
    run(path.join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('PostgreSQL does not start.')
    await setTimeout(START.interval)
  }
  const stop = async () => {
    child.ref()
    child.stdin.end()
    await ended
  }
  // Through its socket, which takes a third less processor time than TCP.
  return { url: `${url}?host=${folder}`, stop }
}

/** A PostgreSQL server of its own on a free port, durable, with an empty folder. */
export async function startPostgres() {
  const { pgCtl, folder, data, port, url } = await createCluster(os.tmpdir())
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=60`
  const log = path.join(folder, 'log')
  const start = () => asServer(pgCtl, '-D', data, '-l', log, '-o', options, '-w', 'start')
  const stop = (mode: 'fast' | 'immediate') => asServer(pgCtl, '-D', data, '-m', mode, '-w', 'stop')
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
    url,
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
