import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { stages, textsOf } from '#tests/support/dockerfile.ts'
import { substitute } from '#tests/support/engines/engine.ts'

/*
 * The container files. No engine is needed: they are parsed, and rules that matter are checked, those of hadolint among them. The steps
 * of the Dockerfile are run in pack.test.ts.
 */

describe('Dockerfile', () => {
  it('begins each stage with an image of a version, or an earlier stage', () => {
    const names = stages.map(({ name }) => name)
    for (const { image } of stages) {
      if (!names.includes(image)) expect(image).toMatch(/^node:24-bookworm-slim$/)
    }
    expect(names).toEqual(['build', 'runtime', 'web', 'backend'])
  })

  it.each(['web', 'backend'])('ends %s as a user by number, who is not root', (stage) => {
    const users = [...textsOf('USER', 'runtime'), ...textsOf('USER', stage)]
    expect(users.at(-1)).toBe('10001:10001')
  })

  it.each(['web', 'backend'])(
    'has a health check and the command that docs/deploy.md names for %s',
    (stage) => {
      expect(textsOf('HEALTHCHECK', stage)[0]).toMatch(/^CMD \["node", "-e", "fetch/)
      expect(textsOf('CMD', stage)).toEqual([
        `["node_modules/.bin/node", "scripts/start-process.ts", "${stage}"]`,
      ])
      expect(textsOf('STOPSIGNAL', stage)).toEqual(['SIGTERM'])
    },
  )

  it('has no secret in a layer, copies nothing from the network, and installs from the lockfile', () => {
    expect(textsOf('ADD')).toEqual([])
    expect(textsOf('ARG')).toEqual([])
    for (const text of textsOf('ENV')) expect(text).not.toMatch(/SECRET|PASSWORD|TOKEN|_URL/)
    for (const text of textsOf('RUN'))
      expect(text).not.toMatch(/npm (?:install|i)\b|curl|wget|sudo|chmod 777/)
    expect(textsOf('RUN', 'build')[0]).toMatch(/^npm ci\b/)
  })
})

const serviceSchema = z.object({
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  image: z.string(),
  ports: z.array(z.string()).default([]),
  build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  secrets: z.array(z.string()).default([]),
  command: z.unknown().optional(),
  volumes: z.array(z.string()).default([]),
  mem_limit: z.string(),
  pids_limit: z.number(),
  depends_on: z
    .record(z.string(), z.object({ condition: z.literal('service_healthy') }))
    .default({}),
})
const text = readFileSync('deploy/docker/compose.yaml', 'utf8')
const { services, secrets } = z
  .object({
    services: z.record(z.string(), serviceSchema),
    secrets: z.record(z.string(), z.unknown()),
  })
  .parse(parse(text, { merge: true }))

/** What the header promises: a word of it for each service. */
const PROMISED = {
  'web processes': ['web1', 'web2'],
  backends: ['backend1', 'backend2'],
  nginx: ['nginx'],
  Varnish: ['varnish'],
  PostgreSQL: ['postgres'],
  Valkey: ['valkey'],
  'mail relay': ['mail'],
  Prometheus: ['prometheus'],
}

describe('compose.yaml', () => {
  it('has the services that its first lines name, and no other', () => {
    const header = /^(?:#.*\n)+/.exec(text)?.[0].replaceAll('\n# ', ' ') ?? ''
    for (const words of [...Object.keys(PROMISED), 'nightly backup'])
      expect(header).toContain(words)
    expect(Object.keys(services).toSorted()).toEqual(Object.values(PROMISED).flat().toSorted())
  })

  it('connects them: shared cache, mail, metrics of each process, copies of what the backends have', () => {
    const of = (name: string) => services[name]?.environment ?? {}
    for (const name of ['web1', 'web2', 'backend1', 'backend2']) {
      expect(of(name)['CACHE_URL']).toBe('redis://valkey:6379')
      expect(of(name)['METRICS_HOST']).toBe('0.0.0.0')
    }
    expect(of('backend1')['SMTP_URL_FILE']).toBe('/run/secrets/smtp-url')
    for (const name of ['backend1', 'backend2']) {
      expect(of(name)).toMatchObject({ BACKUP_TO: '/backups', BACKUP_SCHEDULE: '03:30' })
      expect(services[name]?.volumes).toEqual(['files:/data', 'backups:/backups'])
    }
    expect(services['prometheus']?.volumes.join()).toContain('alerts.yml')
  })

  it.each(Object.entries(services))(
    'runs %s read-only, without capabilities, checked, bounded',
    (name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      const isOwn = service.build !== undefined
      if (isOwn) expect(stages.map((stage) => stage.name)).toContain(service.build?.target)
      else expect(service.healthcheck, name).toBeDefined()
      if (isOwn) expect(service.cap_add).toEqual([])
      expect(service.image).not.toMatch(/:latest$/)
      for (const secret of service.secrets) expect(Object.keys(secrets)).toContain(secret)
      for (const other of Object.keys(service.depends_on))
        expect(Object.keys(services)).toContain(other)
      for (const value of Object.values(service.environment))
        expect(value).not.toMatch(/password=|:[^/@]+@/)
    },
  )

  it('opens ports of nginx alone', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
    expect(open.map(([name]) => name)).toEqual(['nginx'])
  })
})

describe('configure.sh', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'compose-'))
    cpSync('deploy', path.join(folder, 'deploy'), { recursive: true })
    rmSync(path.join(folder, 'deploy/docker/secrets'), { recursive: true, force: true })
    execFileSync(path.join(folder, 'deploy/docker/configure.sh'), ['pictures.example'])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const read = (name: string) => readFileSync(path.join(folder, 'deploy/docker', name), 'utf8')

  it('writes configurations with the names of the containers, and no address of the example', () => {
    const nginx = read('nginx.conf')
    expect(nginx.match(/server_name pictures\.example;/g)).toHaveLength(2)
    expect(nginx).toContain('server web1:3000')
    expect(nginx).toContain('ssl_certificate /run/secrets/fullchain.pem;')
    expect(nginx).not.toMatch(/keystrip\.example|:300[12]|127\.0\.0\.1:6081/)
    expect(read('keystrip.vcl').match(/\.host = "web[12]"; \.port = "3000"/g)).toHaveLength(4)
    expect(read('keystrip.vcl')).not.toMatch(/300[12]/)
  })

  it.skipIf(spawnSync('varnishd', ['-V']).status !== 0)('writes VCL that Varnish compiles', () => {
    // No resolver has the names of containers here.
    const vcl = substitute(read('keystrip.vcl'), [[/"web[12]"/g, '"127.0.0.1"']])
    const file = path.join(folder, 'test.vcl')
    execFileSync('sh', ['-c', 'cat > "$0"', file], { input: vcl })
    expect(spawnSync('varnishd', ['-j', 'none', '-C', '-f', file]).status).toBe(0)
  })

  it('writes targets of Prometheus on the ports that compose.yaml opens to it', () => {
    const prometheus = read('prometheus.yml')
    expect(prometheus).toContain("['web1:9464', 'web2:9464']")
    expect(prometheus).toContain("['backend1:9465', 'backend2:9465']")
    expect(prometheus).not.toMatch(/token|127\.0\.0\.1/)
    expect([
      services['web1']?.environment['METRICS_PORT'],
      services['backend1']?.environment['BACKEND_METRICS_PORT'],
    ]).toEqual(['9464', '9465'])
  })

  it('makes secrets once, with a database address that has the password', () => {
    const before = read('secrets/session-secret')
    expect(before.trim()).toMatch(/^[\da-f]{64}$/)
    expect(read('secrets/database-url')).toContain(
      `:${read('secrets/database-password').trim()}@postgres:`,
    )
    execFileSync(path.join(folder, 'deploy/docker/configure.sh'), ['pictures.example'])
    expect(read('secrets/session-secret')).toBe(before)
  })
})

it('.dockerignore lets in what runs, and nothing that is private', () => {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  for (const name of kept) expect([name, existsSync(name)]).toEqual([name, true])
  expect(lines).toContain('*')
  for (const name of ['.env', '.git', '.data', 'node_modules', 'tests']) {
    expect(kept).not.toContain(name)
  }
  expect(lines.slice(lines.indexOf('!deploy'))).toContain('deploy/docker/secrets')
})
