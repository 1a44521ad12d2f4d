import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#scripts/stack/free-port.ts'
import { connectRedis } from '#lib/redis/connect.ts'
import { cacheUrlSchema } from '#lib/redis/address.ts'

const BINARY = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)
/** Whether `startRedis` can run on this machine. */
export const isRedisInstalled = BINARY !== undefined
const PASSWORD = 'a:secret@of/redis'

/** A Redis server of its own, in memory, with a password. */
export async function startRedis(port?: number) {
  const own = port ?? (await freePort())
  const args = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(BINARY ?? 'redis-server', [...args, '--requirepass', PASSWORD], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('eady to accept connections')) break
  }
  child.stdout.resume()
  const url = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${own}`
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return {
    url,
    port: own,
    password: PASSWORD,
    /** Runs a command on a connection of its own; texts are strings. */
    ask: async (...command: string[]): Promise<string> => {
      const client = connectRedis(cacheUrlSchema.parse(url), QUIET)
      await client.settle(2_000)
      const reply = await client.command(command, 2_000)
      client.close()
      return Array.isArray(reply) ? reply.map(String).join('\n') : String(reply)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    /** It keeps its connections and answers nothing. */
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  }
}
export type TestRedis = Awaited<ReturnType<typeof startRedis>>

const QUIET = { failed: () => undefined, works: () => undefined }
/** A client that notes what it reports. */
export async function clientOf(url: string) {
  const reports: string[] = []
  const redis = connectRedis(cacheUrlSchema.parse(url), {
    failed: (_subsystem, error) => reports.push(`failed: ${String(error)}`),
    works: () => reports.push('works'),
  })
  await redis.settle(2_000)
  return { redis, reports }
}
