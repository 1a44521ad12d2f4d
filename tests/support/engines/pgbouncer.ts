import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#scripts/stack/free-port.ts'
import { isInstalled, startEngine } from './engine.ts'

/** Where Debian installs it. */
const PROGRAM = '/usr/sbin/pgbouncer'

export const isPgbouncerInstalled = () => isInstalled(PROGRAM, '--version')

/**
 * PgBouncer in transaction mode, with its own defaults, in front of a server.
 * @param folder that all users may read.
 * @returns the address of the same database through it.
 */
export async function startPgbouncer(server: string, folder: string, poolSize: number) {
  const { hostname, port, pathname, username } = new URL(server)
  const listen = await freePort()
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
  ]
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const { stop, output } = await startEngine(PROGRAM, [...user, file], [listen])
  return { url: `postgres://${username}@127.0.0.1:${listen}${pathname}`, stop, output }
}
