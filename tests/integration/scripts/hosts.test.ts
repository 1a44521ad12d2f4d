// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { isWhole } from '#tests/support/whole.ts'

/* Commands find web app and backend where HOST and BACKEND_HOST make them listen. */

it.each([
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['::', 'http://[::1]:4000'],
  ['::1', 'http://[::1]:4000'],
  ['10.0.0.5', 'http://10.0.0.5:4000'],
  ['backend.internal', 'http://backend.internal:4000'],
])('a backend that listens on %s is called at %s', (BACKEND_HOST, url) => {
  expect(parseEnv({ BACKEND_HOST }).BACKEND_URL).toBe(url)
})

const hasIpv6 = Object.values(os.networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)
const onLinux = isWhole ? ['127.0.0.2', '::1'] : ['127.0.0.2']
const hosts = process.platform === 'linux' ? onLinux : ['::1']

describe.each(hosts)('on %s alone', (host) => {
  let dataDir = ''
  let variables: Record<string, string> = {}
  let stop = async () => {}
  beforeAll(async () => {
    if (host === '::1' && !hasIpv6) return
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'hosts-'))
    const port = await freePort()
    const secret = randomBytes(24).toString('base64url')
    const stack = await startLoopback({
      dataDir,
      isHeadless: true,
      variables: {
        HOST: host,
        BACKEND_HOST: host,
        INTERNAL_SECRET: secret,
        DEMO: '0',
        LOG_LEVEL: 'silent',
      },
    })
    // In place of the web app.
    const web = createServer((_req, res) => res.end('{"checks":{"backend":"ok"}}'))
    await new Promise<void>((resolve) => web.listen(port, host, resolve))
    variables = {
      HOST: host,
      BACKEND_HOST: host,
      PORT: String(port),
      BACKEND_PORT: new URL(stack.backend).port,
      DATA_DIR: dataDir,
      INTERNAL_SECRET: secret,
    }
    stop = async () => {
      web.closeAllConnections()
      await new Promise((resolve) => web.close(resolve))
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
  afterAll(() => stop())

  it.skipIf(host === '::1' && !hasIpv6)('the operator’s commands work', async () => {
    const audit = await runCommand(['admin', 'audit'], variables)
    expect(audit).toMatchObject({ code: 0 })
    const doctor = await runCommand(['doctor', '--json'], variables)
    expect(doctor).toMatchObject({ code: 0, said: expect.stringContaining('"healthy":true') })
    // The ports are looked at where they would be used.
    const seed = await runCommand(['seed', '--projects', '1'], variables)
    expect(seed.said).toContain(`Port ${variables['PORT']} is taken by another program`)
  })
})
