import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import util from 'node:util'

/*
 * Which site runs already. It is asked before packages are installed, so that it imports only what Node 18 has. Processes are found on
 * Linux alone, by what the system says of them now: a file with a process id would be wrong after a kill.
 */

/** Scripts that run a site, those first that stop the others. */
const SCRIPTS = ['scripts/run.ts', 'scripts/dev.ts', 'server/main.ts', 'backend/start.ts']
/** SQLite locks bytes from here on (scripts/stack/lock.ts). */
const LOCKED_FROM = 0x40000000
/** Where `listen` of a process is listed, and the code of that state. */
const SOCKETS = ['/proc/net/tcp', '/proc/net/tcp6']
const LISTENING = '0A'

/**
 * Tries the ports of `npm start` and the lock of its data folder.
 * @param {string} root folder of the site.
 * @param {NodeJS.ProcessEnv} source the environment; the file `.env` in the folder adds to it.
 * @returns {Promise<void>}
 * @throws Error with one sentence if the site runs, or another program has a port. Values that are no ports are not tried.
 */
export async function requireStopped(root, source) {
  const valueOf = readVariables(root, source)
  // Before Node 20.12 the file cannot be read: the start itself looks then.
  if (valueOf === null) return
  const dataDir = path.resolve(root, valueOf('DATA_DIR') ?? '.data')
  const holder = holderOf(path.join(dataDir, '.lock'))
  if (holder !== null) {
    const folder = folderOf(holder)
    if (folder === null || folder === realPath(root)) throw stillRuns(holder)
    throw new Error(
      `The site in ${folder} still runs with the data folder ${dataDir}, pid ${holder}; stop it first.`,
    )
  }
  const places = [['PORT', valueOf('PORT') ?? '3000', valueOf('HOST') ?? '0.0.0.0']]
  if (valueOf('BACKEND_URL') === undefined) {
    const host = valueOf('BACKEND_HOST') ?? '127.0.0.1'
    places.push(['BACKEND_PORT', valueOf('BACKEND_PORT') ?? '4000', host])
  }
  for (const [name = '', text = '', host = ''] of places) {
    const port = Number(text)
    if (Number.isInteger(port) && port > 0 && port <= 65_535)
      await requireFreePort(root, name, port, host)
  }
}

/**
 * Throws if a site runs from a folder whose packages are going to be replaced.
 * @param {string} root
 */
export function requireNoneRuns(root) {
  const [first] = sitesIn(root)
  if (first !== undefined) throw stillRuns(first)
}

/** @param {string | number} pid */
const stillRuns = (pid) =>
  new Error(`The site of this folder still runs, pid ${pid}; stop it first.`)

/**
 * @param {string} root @param {string} name @param {number} port @param {string} host
 * @returns {Promise<void>}
 */
function requireFreePort(root, name, port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const isTaken = error.code === 'EADDRINUSE'
      const owner = isTaken ? ownerOf(port, sitesIn(root)) : undefined
      if (owner !== undefined) return reject(stillRuns(owner))
      const problem = isTaken ? 'is taken by another program' : `cannot be used (${error.message})`
      reject(new Error(`Port ${port} ${problem}; set ${name} to a free one.`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/**
 * @param {string} root @param {NodeJS.ProcessEnv} source
 * @returns {((name: string) => string | undefined) | null}
 */
function readVariables(root, source) {
  const file = path.join(root, '.env')
  if (existsSync(file) && util.parseEnv === undefined) return null
  const values = existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {}
  // An empty variable of the environment is set, as for `process.loadEnvFile`.
  return (name) => (source[name] ?? values[name])?.trim() || undefined
}

/**
 * The process that holds SQLite's lock of a file.
 * @param {string} file
 */
function holderOf(file) {
  if (!existsSync(file)) return null
  const { ino } = statSync(file)
  for (const line of read('/proc/locks').split('\n')) {
    const [, kind, , , pid = '', place = '', from] = line.split(/\s+/)
    if (kind !== 'POSIX' || Number(place.split(':')[2]) !== ino) continue
    if (Number(from) >= LOCKED_FROM && hasOpen(pid, (target) => target.ino === ino)) return pid
  }
  return null
}

/** Processes that run a site from a folder, those first that stop the others. @param {string} root */
function sitesIn(root) {
  const real = realPath(root)
  const found = processes().flatMap((pid) => {
    if (pid === String(process.pid)) return []
    const words = read(`/proc/${pid}/cmdline`).split('\0')
    const at = SCRIPTS.findIndex((script) =>
      words.some((word) => word === script || word.endsWith(`/${script}`)),
    )
    return at !== -1 && folderOf(pid) === real ? [{ pid, at }] : []
  })
  return found.toSorted((a, b) => a.at - b.at).map(({ pid }) => pid)
}

/** The first of some processes if one of them listens at a port. @param {number} port @param {string[]} pids */
function ownerOf(port, pids) {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const inodes = SOCKETS.flatMap((file) => read(file).split('\n')).flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === LISTENING && local.endsWith(`:${hex}`) ? [Number(inode)] : []
  })
  const isOwner = pids.some((pid) => hasOpen(pid, ({ ino }) => inodes.includes(ino)))
  return isOwner ? pids[0] : undefined
}

/** Whether a process has such a file open; yes where this user may not see. @param {string} pid @param {(target: import('node:fs').Stats) => boolean} is */
function hasOpen(pid, is) {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).some((name) => {
      try {
        return is(statSync(path.join(folder, name)))
      } catch {
        return false
      }
    })
  } catch {
    return true
  }
}

function processes() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** The folder that a process runs in; null where this user may not see it. @param {string} pid */
function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** @param {string} folder */
const realPath = (folder) => (existsSync(folder) ? realpathSync(folder) : folder)

/** A file as text; empty where there is none. @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
