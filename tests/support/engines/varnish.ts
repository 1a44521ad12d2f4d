import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/stack/free-port.ts'
import { isInstalled, startEngine, substitute } from './engine.ts'

export const VCL = 'deploy/varnish/keystrip.vcl'

/** Whether Varnish and the vmod `xkey` are there. Not by the site's own file: with a mistake in it, tests would be skipped. */
export function isVarnishInstalled(): boolean {
  if (!isInstalled('varnishd', '-V')) return false
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vmods-'))
  const file = path.join(folder, 'vmods.vcl')
  writeFileSync(file, 'vcl 4.1; import xkey; backend default none;')
  const { status } = spawnSync('varnishd', ['-j', 'none', '-C', '-f', file])
  rmSync(folder, { recursive: true, force: true })
  return status === 0
}

/** Varnish with the site's own configuration in front of web processes on the loopback interface, and with further `replacements`. */
export async function startVarnish(
  [one, two]: readonly [number, number],
  replacements: Parameters<typeof substitute>[1] = [],
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'varnish-'))
  const [port, purgePort] = [await freePort(), await freePort()]
  const vcl = substitute(await readFile(VCL, 'utf8'), [
    ['.port = "3001"', `.port = "${one}"`],
    ['.port = "3002"', `.port = "${two}"`],
    ...replacements,
  ])
  const file = path.join(folder, 'keystrip.vcl')
  await writeFile(file, vcl)
  const engine = await startEngine(
    'varnishd',
    [
      '-F',
      '-j',
      'none',
      '-n',
      path.join(folder, 'work'),
      '-f',
      file,
      '-a',
      `http=127.0.0.1:${port}`,
      '-a',
      `purge=127.0.0.1:${purgePort}`,
      '-s',
      'default,64m',
      '-p',
      'http_gzip_support=off',
      '-p',
      'backend_remote_error_holddown=0',
    ],
    [port, purgePort],
  )
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    purgeUrl: `http://127.0.0.1:${purgePort}`,
    pid: engine.child.pid,
    async stop() {
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
