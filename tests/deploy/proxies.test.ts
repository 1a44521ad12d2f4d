import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from '#scripts/stack/free-port.ts'
import { isInstalled } from '#tests/support/engines/engine.ts'
import { HOST } from '#tests/support/engines/nginx.ts'
import { PROXIES } from '#tests/support/engines/proxies.ts'

/*
 * The site behind proxies as they are configured by default, and with the lines of docs/deploy.md: each form, with and without scripts,
 * is accepted from the site and refused from elsewhere. Ports 80 and 443 are those of a network of its own, which needs root.
 */

const execute = promisify(execFile)
/** For one site and all proxies, one after the other, on a busy machine. */
const RUN_MS = 240_000
const canIsolate = () =>
  isInstalled('ip', '-V') && spawnSync('unshare', ['--net', 'true']).status === 0

const foundSchema = z.record(
  z.string(),
  z.object({ wrong: z.array(z.string()), requests: z.number() }),
)
type Found = z.infer<typeof foundSchema>

async function walk(site: string, isAlone: boolean): Promise<Found> {
  const command = [process.execPath, 'tests/deploy/behind-proxies.ts', site]
  const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const [program = '', ...args] = isAlone ? [...alone, ...command] : command
  const { stdout } = await execute(program, args, { maxBuffer: 64 * 1024 * 1024 })
  return foundSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

describe.each([
  { scheme: 'http', port: 80 },
  { scheme: 'https', port: 443 },
  { scheme: 'http', port: undefined },
  { scheme: 'https', port: undefined },
])('$scheme on port $port (undefined: a free one)', ({ scheme, port }) => {
  describe.skipIf(port !== undefined && !canIsolate())('in front of the site', () => {
    let found: Found = {}
    beforeAll(async () => {
      const isAlone = port !== undefined
      // The doctor finds this machine by its name.
      const host = scheme === 'https' ? HOST : 'localhost'
      found = await walk(`${scheme}://${host}:${port ?? (await freePort())}`, isAlone)
    }, RUN_MS)

    for (const [name, { isInstalled: has, needsTls = false }] of Object.entries(PROXIES)) {
      if (needsTls && scheme === 'http') continue
      it.skipIf(!has())(`${name} passes every form and no other site's`, () => {
        expect(found[name]?.wrong).toEqual([])
        expect(found[name]?.requests).toBeGreaterThan(100)
      })
    }
  })
})
