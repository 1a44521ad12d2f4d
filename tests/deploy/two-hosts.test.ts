import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, substitute } from '#tests/support/engines/engine.ts'
import { isNginxInstalled } from '#tests/support/engines/nginx.ts'
import { isVarnishInstalled } from '#tests/support/engines/varnish.ts'
import { commandOfUnit } from './unit.ts'
import { waitFor, waitUntil } from '#tests/support/wait.ts'

/*
 * docs/deploy.md on two hosts: network namespaces with the addresses of the example, PostgreSQL, Varnish and nginx of this machine, and
 * the programs of the systemd units. Needs root.
 */

const root = path.resolve(import.meta.dirname, '../..')
const HOSTS = { one: '10.87.0.1', two: '10.87.0.2' } as const
type Host = keyof typeof HOSTS
const nameOf = (host: Host) => `keystrip-${host}-${process.pid}`
const postgresFolder = globSync('/usr/lib/postgresql/*/bin').at(-1) ?? ''
const canMakeHosts = () =>
  process.getuid?.() === 0 &&
  isInstalled('ip', '-V') &&
  isInstalled('curl', '--version') &&
  isInstalled('setpriv', '--version') &&
  postgresFolder !== '' &&
  spawnSync('id', ['postgres']).status === 0

const inHost = (host: Host, command: string[]) => ['netns', 'exec', nameOf(host), ...command]
const on = (host: Host, ...command: string[]) =>
  execFileSync('ip', inHost(host, command), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const running = new Map<
  string,
  { child: ChildProcess; gone: Promise<void>; output: () => string }
>()
function start(name: string, host: Host, command: string[]) {
  const child = spawn('ip', inHost(host, command), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk}`.slice(-8_000)))
  }
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  running.set(name, { child, gone, output: () => output })
}
async function stop(name: string, signal: NodeJS.Signals = 'SIGTERM') {
  const process = running.get(name)
  process?.child.kill(signal)
  await process?.gone
  running.delete(name)
}

let folder = ''
const inFolder = (...names: string[]) => path.join(folder, ...names)
const unit = (name: 'web' | 'backend', port: number) =>
  start(
    `${name} ${port}`,
    name === 'web' ? 'one' : 'two',
    commandOfUnit(`keystrip-${name}@.service`, String(port), {
      root,
      etc: inFolder('etc'),
      data: inFolder(name),
    }),
  )

/** A visitor's request. @returns its status, and its header lines in lower case. */
function visit(address: string) {
  const { stdout } = spawnSync(
    'ip',
    inHost('one', [
      'curl',
      '-sS',
      '-o',
      '/dev/null',
      '-D',
      '-',
      '--max-time',
      '15',
      '--http2',
      '--cacert',
      inFolder('fullchain.pem'),
      '--resolve',
      `keystrip.example:443:${HOSTS.one}`,
      `https://keystrip.example${address}`,
    ]),
    { encoding: 'utf8' },
  )
  const status = Number(/^HTTP\/2 (\d+)/.exec(stdout)?.[1] ?? 0)
  return { status, head: stdout.toLowerCase() }
}
const isHeld = (address: string) => visit(address).head.includes('front; hit')
const untilReady = (host: Host, url: string) =>
  waitFor(() => on(host, 'curl', '-fsS', '--max-time', '3', url), {
    timeout: 90_000,
    interval: 200,
  })

function makeHosts() {
  for (const host of ['one', 'two'] as const) execFileSync('ip', ['netns', 'add', nameOf(host)])
  const [left, right] = ['one', 'two'].map((end) => `ks${end}${process.pid % 10_000}`)
  if (!left || !right) throw new Error('no links')
  execFileSync('ip', ['link', 'add', left, 'type', 'veth', 'peer', 'name', right])
  for (const [host, link] of [
    ['one', left],
    ['two', right],
  ] as const) {
    execFileSync('ip', ['link', 'set', link, 'netns', nameOf(host)])
    on(host, 'ip', 'address', 'add', `${HOSTS[host]}/24`, 'dev', link)
    on(host, 'ip', 'link', 'set', link, 'up')
    on(host, 'ip', 'link', 'set', 'lo', 'up')
  }
}

function startPostgres() {
  const [data, password] = [inFolder('database'), 'made-for-this-test']
  mkdirSync(data)
  const as = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups']
  const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
  chownSync(data, id, -1)
  on('two', ...as, `${postgresFolder}/initdb`, '-D', data, '-A', 'trust', '-N', '-E', 'UTF8')
  start('postgres', 'two', [
    ...as,
    `${postgresFolder}/postgres`,
    '-D',
    data,
    '-k',
    data,
    '-h',
    '127.0.0.1',
  ])
  const sql = (command: string) =>
    on('two', ...as, 'psql', '-h', data, '-d', 'postgres', '-c', command)
  return { sql, url: `postgres://keystrip:${password}@127.0.0.1:5432/keystrip`, password }
}

function startVarnish() {
  const dropIn = readFileSync(path.join(root, 'deploy/systemd/varnish-keystrip.conf'), 'utf8')
  const line = /^ExecStart=(\/[^]*?[^\\])\n/m.exec(dropIn)?.[1] ?? ''
  const command = substitute(line, [
    ['\\\n', ' '],
    ['/etc/varnish/keystrip.vcl', path.join(root, 'deploy/varnish/keystrip.vcl')],
    ['unix,user=vcache', 'none'],
  ])
  start('varnish', 'one', [...command.trim().split(/\s+/), '-n', inFolder('varnish')])
}

function startNginx() {
  const names = ['-keyout', inFolder('privkey.pem'), '-out', inFolder('fullchain.pem')]
  const curve = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ]
  const host = ['-subj', '/CN=keystrip.example', '-addext', 'subjectAltName=DNS:keystrip.example']
  execFileSync('openssl', ['req', '-x509', ...curve, ...host, ...names], { stdio: 'ignore' })
  const site = substitute(readFileSync(path.join(root, 'deploy/nginx/keystrip.conf'), 'utf8'), [
    ['/etc/ssl/keystrip/', `${folder}/`],
  ])
  // What Debian's own nginx.conf sets for all sites.
  const debian =
    'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; gzip on;'
  const text = `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { ${debian}
    access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${site} }`
  writeFileSync(inFolder('nginx.conf'), text)
  start('nginx', 'one', ['nginx', '-p', folder, '-c', inFolder('nginx.conf')])
}

const isPossible = canMakeHosts() && isNginxInstalled() && isVarnishInstalled()
describe.skipIf(!isPossible)('two hosts', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'hosts-'))
    chmodSync(folder, 0o755)
    mkdirSync(inFolder('etc'))
    for (const name of ['web', 'backend']) {
      mkdirSync(inFolder(name))
      chownSync(inFolder(name), 65_534, 65_534)
    }
    for (const name of ['web.env', 'backend.env']) {
      writeFileSync(inFolder('etc', name), readFileSync(path.join(root, 'deploy', name)))
    }
    for (const name of ['internal-secret', 'session-secret']) {
      writeFileSync(inFolder('etc', name), execFileSync('openssl', ['rand', '-hex', '32']))
    }
    makeHosts()
    const { sql, url, password } = startPostgres()
    await waitFor(() => sql('SELECT 1'), { timeout: 15_000, interval: 200 })
    sql(`CREATE ROLE keystrip LOGIN PASSWORD '${password}'`)
    sql('CREATE DATABASE keystrip OWNER keystrip')
    writeFileSync(inFolder('etc/database-url'), `${url}\n`)
    // Both at once: one of them migrates.
    for (const port of [4001, 4002]) unit('backend', port)
    for (const port of [4001, 4002]) await untilReady('one', `http://${HOSTS.two}:${port}/readyz`)
    for (const port of [3001, 3002]) unit('web', port)
    startVarnish()
    startNginx()
    for (const port of [3001, 3002]) await untilReady('one', `http://127.0.0.1:${port}/readyz`)
    await waitUntil(() => visit('/readyz').status === 200, { timeout: 60_000 })
  }, 240_000)
  afterAll(async () => {
    for (const name of [...running.keys()].toReversed()) await stop(name)
    for (const host of ['one', 'two'] as const) spawnSync('ip', ['netns', 'delete', nameOf(host)])
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it('serves pages by TLS, from Varnish the second time, and private ones never', async () => {
    await waitFor(() => expect(isHeld('/home/iconpack')).toBe(true), { timeout: 15_000 })
    expect(visit('/home/iconpack').status).toBe(200)
    expect(visit('/api/v1/icon/list').status).toBe(200)
    expect(isHeld('/home/user/index')).toBe(false)
  })

  it('purges from a web process by the command of the document', async () => {
    await waitFor(() => expect(isHeld('/home/iconpack')).toBe(true), { timeout: 15_000 })
    const purge = ['curl', '-fsS', '-X', 'PURGE', '-H', 'Surrogate-Key: catalogue']
    on('one', ...purge, 'http://127.0.0.1:6082/')
    expect(isHeld('/home/iconpack')).toBe(false)
    expect(() => on('two', ...purge, `http://${HOSTS.one}:6082/`)).toThrow(/refused|connect/i)
  })

  it('loses no request while each process is replaced in its turn', async () => {
    const lost: string[] = []
    let at = 0
    /** A page that is not held, and a call that reaches a backend. */
    const visitBoth = (when: string) => {
      at += 1
      for (const address of [`/home/iconpack?limit=${at}`, `/api/v1/icon/list?limit=${at}`]) {
        const { status } = visit(address)
        if (status === 0 || status >= 500) lost.push(`${when}: ${status} ${address}`)
      }
    }
    for (const [name, ports, host] of [
      ['backend', [4001, 4002], HOSTS.two],
      ['web', [3001, 3002], '127.0.0.1'],
    ] as const) {
      for (const port of ports) {
        await stop(`${name} ${port}`)
        for (let count = 0; count < 3; count++) visitBoth(`${name} ${port} stopped`)
        unit(name, port)
        await untilReady('one', `http://${host}:${port}/readyz`)
        visitBoth(`${name} ${port} replaced`)
      }
    }
    expect(lost).toEqual([])
  })

  it('shows held pages while host 2 is out of reach, and recovers by itself', async () => {
    await waitFor(() => expect(isHeld('/home/iconpack')).toBe(true), { timeout: 15_000 })
    for (const port of [4001, 4002]) await stop(`backend ${port}`, 'SIGKILL')
    await waitFor(() => expect(visit('/readyz').status).toBe(503), { timeout: 15_000 })
    expect(visit('/home/iconpack').status).toBe(200)
    expect(visit('/home/plugin/detail/none').status).toBeGreaterThanOrEqual(502)
    for (const port of [4001, 4002]) unit('backend', port)
    await waitFor(() => expect(visit('/readyz').status).toBe(200), { timeout: 60_000 })
  })
})
