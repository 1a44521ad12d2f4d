import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { figure } from '#tests/support/figure.ts'
import { callApi, profileOver, registerOver } from '#tests/support/api-client.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { type FaultSite, firstProjects, pageOf, startSite, visit } from './site.ts'

/* Backups of a real site, on the embedded database: while it is written to, and killed. */

const PASSPHRASE = 'orchard in the morning'
/** Kills of each command, at moments spread over its duration. */
const KILLS = 4

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'backups-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

const inFolder = (name: string) => path.join(folder, name)
/** Variables of a command on a site that need not run. */
const dataOf = (dataDir: string) => ({ DATA_DIR: dataDir, DATABASE_URL: '', STORAGE_URL: '' })

/** A site with the lock of its data folder, which `npm start` takes. */
async function startLocked(options: Parameters<typeof startSite>[0] = {}) {
  const site = await startSite(options)
  const release = await takeLock(path.join(site.dataDir, '.lock'))
  return {
    ...site,
    async stop() {
      await release()
      await site.stop()
    },
  }
}

/** Publishes profiles one after the other, with a file and pictures each, and deletes every third. @returns ids of those that are left. */
async function publishUntil(site: FaultSite, signal: AbortSignal): Promise<string[]> {
  const base = `${site.backend}/api/v1`
  const token = await registerOver(base, site.dataDir)
  const left: string[] = []
  for (let count = 0; !signal.aborted; count += 1) {
    const bytes = buildStandardFile('profile', 4096 + count)
    const body = await profileOver(base, token, `Orchard ${count}`, bytes)
    const answer = await callApi(base, '/profile', { token, body })
    const { id } = z.object({ data: projectSchema }).parse(answer).data
    if (count % 3 === 2) await callApi(base, `/profile/${id}`, { method: 'DELETE', token })
    else left.push(id)
  }
  return left
}

/** Compares rows, files, counters and search of a site. */
const examine = (site: FaultSite) =>
  runCommand(['doctor', '--json'], {
    ...dataOf(site.dataDir),
    PORT: String(site.port),
    BACKEND_PORT: new URL(site.backend).port,
    INTERNAL_SECRET: site.internalSecret,
  })

test('a site that is written to is backed up; the encrypted archive, restored and started, serves the same projects and files', async () => {
  const site = await startLocked()
  const over = new AbortController()
  const publishing = publishUntil(site, over.signal)
  const env = { ...dataOf(site.dataDir), BACKUP_PASSPHRASE: PASSPHRASE }
  const archive = inFolder('site.age')
  const copy = inFolder('copy')
  try {
    const made = await runCommand(['backup', '--archive', archive, '--encrypt'], env)
    over.abort()
    const published = await publishing
    expect(made, made.said).toMatchObject({ code: 0 })
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    figure('projects published while a site was backed up', published.length)
    const [, wait = '?'] = /waited for (\d+) ms/.exec(made.said) ?? []
    figure('its database waited for, ms', wait)
    const restored = await runCommand(['restore', '--from', archive], {
      ...dataOf(copy),
      BACKUP_PASSPHRASE: PASSPHRASE,
    })
    expect(restored, restored.said).toMatchObject({ code: 0 })

    const other = await startSite({ dataDir: copy })
    try {
      const { code, said } = await examine(other)
      expect(code, said).toBe(0)
      for (const kind of KINDS) {
        const [there, here] = [await firstProjects(site, kind), await firstProjects(other, kind)]
        const known = new Set([...there.map(({ id }) => id), ...published])
        expect(here.length, kind).toBeGreaterThan(0)
        if (kind !== 'profile') expect(here).toEqual(there)
        for (const { id } of here) {
          expect(known.has(id) || kind === 'profile', `${kind} ${id}`).toBe(true)
          const page = await visit(`${other.base}${pageOf(kind, id)}`)
          expect(page.status, id).toBe(200)
        }
        const [first] = there.filter(({ file }) => file !== null)
        if (!first?.file) continue
        const bytes = async (base: string) =>
          (await visit(new URL(first.file?.url ?? '', base).href)).body.toString('base64')
        expect(await bytes(other.base)).toBe(await bytes(site.base))
      }
    } finally {
      await other.stop()
    }
  } finally {
    over.abort()
    await publishing.catch(() => undefined)
    await site.stop()
  }
})

test('the program age opens an encrypted archive', async () => {
  const found =
    spawnSync('age', ['--version']).status === 0 && spawnSync('script', ['-V']).status === 0
  test.skip(!found, 'The programs age and script are not installed.')
  const site = await startLocked({ variables: { DEMO: '0' } })
  const archive = inFolder('site.age')
  const env = { ...dataOf(site.dataDir), BACKUP_PASSPHRASE: PASSPHRASE }
  const made = await runCommand(['backup', '--archive', archive, '--encrypt'], env)
  await site.stop()
  expect(made, made.said).toMatchObject({ code: 0 })
  // It asks for the passphrase on a terminal, which `script` is.
  const clear = inFolder('site.tar')
  const child = spawn('script', ['-qec', `age --decrypt -o ${clear} ${archive}`, '/dev/null'])
  child.stdin.end(`${PASSPHRASE}\n`)
  child.stdout.resume()
  await new Promise((resolve) => child.once('close', resolve))
  const listed = spawnSync('tar', ['--list', '-f', clear], { encoding: 'utf8' })
  expect(listed.stdout.split('\n')).toEqual(expect.arrayContaining(['head.json', 'manifest.json']))
})

/** Runs a command, killed with its processes after `ms`. @returns whether it was killed before its end. */
async function runKilled(args: string[], env: Record<string, string>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const { code } = await runCommand(args, env, (_said, kill) => {
    // From its first output on: before, it reads modules.
    timer ??= setTimeout(kill, ms)
  })
  clearTimeout(timer)
  return code === null
}

test('kill -9 of a backup or a restore leaves nothing that looks complete, and the next try succeeds', async () => {
  const site = await startLocked()
  try {
    const env = dataOf(site.dataDir)
    let killed = 0
    for (const [what, args, complete] of [
      ['folder', ['backup', '--to', inFolder('b')], inFolder('b/manifest.json')],
      ['archive', ['backup', '--archive', inFolder('b.tar')], inFolder('b.tar')],
    ] as const) {
      const begun = performance.now()
      await runCommand([...args], env)
      const duration = performance.now() - begun
      expect(existsSync(complete), what).toBe(true)
      for (let kill = 0; kill < KILLS; kill += 1) {
        await rm(inFolder(what === 'folder' ? 'b' : 'b.tar'), { recursive: true })
        if (await runKilled([...args], env, (duration * kill) / KILLS / 2)) {
          killed += 1
          const restore = ['restore', '--from', args[2]]
          const target = inFolder('restored')
          const { code, said } = await runCommand(restore, dataOf(target))
          await rm(target, { recursive: true, force: true })
          // A process may be killed between its last step and its end: then the backup is complete.
          if (existsSync(complete)) expect(code, `${what}, kill ${kill}: ${said}`).toBe(0)
          else {
            expect(code, `${what}, kill ${kill}`).toBe(1)
            expect(said).toMatch(
              /^(There is no|The folder \S+ holds no|The backup in \S+ was never) [^\n]+\n$/,
            )
          }
        }
        const again = await runCommand([...args], env)
        expect(again, again.said).toMatchObject({ code: 0 })
      }
    }
    await expect
      .poll(async () => (await readdir(site.dataDir)).filter((name) => name.includes('snapshot')))
      .toEqual([])
    expect(await readdir(folder)).not.toContain('b.tar.part')

    const target = inFolder('target')
    for (let kill = 0; kill < KILLS; kill += 1) {
      const restore = ['restore', '--from', inFolder('b')]
      if (await runKilled(restore, dataOf(target), 300 * kill)) {
        killed += 1
        expect(existsSync(path.join(target, 'database')), `restore, kill ${kill}`).toBe(false)
      } else await rm(target, { recursive: true })
      const again = await runCommand(restore, dataOf(target))
      expect(again, again.said).toMatchObject({ code: 0 })
      expect((await readdir(target)).toSorted()).toEqual(['.lock', 'database', 'files'])
      await rm(target, { recursive: true })
    }
    figure(
      'kills (-9) of backups and restores: the next try succeeds, nothing incomplete is taken',
      killed,
    )
    expect(killed).toBeGreaterThan(KILLS)
    expect(site.exits).toEqual([])
  } finally {
    await site.stop()
  }
})
