import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { hasPostgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { figure } from '#tests/support/figure.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startS3 } from '#tests/support/s3.ts'
import { examine } from './doctor.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { createDataFolder, firstProjects, startSite } from './site.ts'

/* A move to engines that is killed, and copies of a site onto a disk that is full. */

/** Kills of a move, each later than the one before. */
const KILLS = 12
/** How much later each is, in ms. */
const STEP_MS = 400
/** Sizes of the disk: too small for a copy of the demo catalogue, and large enough for two. */
const FULL_MB = 6
const ROOM_MB = 400

const dataOf = (dataDir: string) => ({ DATA_DIR: dataDir, DATABASE_URL: '', STORAGE_URL: '' })

test(`a move to engines that is killed (-9) ${KILLS} times goes on where it was, and the site is whole there`, async () => {
  test.skip(!hasPostgres(), 'No PostgreSQL server is installed.')
  const dataDir = await createDataFolder()
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()])
  try {
    const move = ['migrate', '--to', postgres.url, '--storage', s3.url]
    let killed = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      let timer: NodeJS.Timeout | undefined
      const { code } = await runCommand(move, dataOf(dataDir), (_said, end) => {
        timer ??= setTimeout(end, STEP_MS * kill)
      })
      clearTimeout(timer)
      if (code === null) killed += 1
      // Finished before it could be killed.
      else break
    }
    const last = await runCommand(move, dataOf(dataDir))
    expect(last, last.said).toMatchObject({ code: 0 })
    figure('kills (-9) of one move to PostgreSQL and a bucket: it goes on, and is whole', killed)
    expect(killed).toBeGreaterThan(3)

    const before = await startSite({ dataDir })
    const engines = { databaseUrl: postgres.url, variables: { STORAGE_URL: s3.url, DEMO: '0' } }
    const after = await startSite(engines)
    try {
      for (const kind of KINDS) {
        const there = await firstProjects(before, kind)
        expect(there.length).toBeGreaterThan(0)
        expect(await firstProjects(after, kind), kind).toEqual(there)
      }
      const { code, said } = await examine({
        ...after,
        backendUrl: after.backend,
        databaseUrl: postgres.url,
      })
      expect(code, said).toBe(0)
    } finally {
      await after.stop()
      await before.stop()
    }
  } finally {
    await s3.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test.describe('a full disk', () => {
  let disk: SmallDisk | null = null
  let dataDir = ''
  test.beforeAll(async () => {
    dataDir = await createDataFolder()
  })
  test.beforeEach(async () => {
    disk = await mountSmallDisk(FULL_MB)
  })
  test.afterEach(() => disk?.unmount())
  test.afterAll(() => rm(dataDir, { recursive: true, force: true }))

  for (const [what, options, complete] of [
    ['a folder', ['--to'], 'copy/manifest.json'],
    ['an archive', ['--archive'], 'copy'],
    ['an encrypted archive', ['--encrypt', '--archive'], 'copy'],
  ] as const) {
    test(`during a backup into ${what} leaves nothing that looks complete; with room it succeeds`, async () => {
      test.skip(disk === null, 'A small disk needs the right to mount a tmpfs.')
      if (disk === null) return
      const target = path.join(disk.folder, 'copy')
      const env = { ...dataOf(dataDir), BACKUP_PASSPHRASE: 'orchard in the morning' }
      const refused = await runCommand(['backup', ...options, target], env)
      expect(refused.code, refused.said).toBe(1)
      expect(refused.said.trim().split('\n').at(-1)).toMatch(/no space left|disk is full/i)
      expect(refused.said).not.toMatch(/\n\s+at /)
      expect(existsSync(path.join(disk.folder, complete))).toBe(false)
      disk.resize(ROOM_MB)
      const made = await runCommand(['backup', ...options, target], env)
      expect(made.code, made.said).toBe(0)
      expect(existsSync(path.join(disk.folder, complete))).toBe(true)
    })
  }

  test('during a restore leaves no site there; with room it succeeds', async () => {
    test.skip(disk === null, 'A small disk needs the right to mount a tmpfs.')
    if (disk === null) return
    const backup = `${dataDir}-backup`
    try {
      const made = await runCommand(['backup', '--to', backup], dataOf(dataDir))
      expect(made.code, made.said).toBe(0)
      const target = path.join(disk.folder, 'site')
      const refused = await runCommand(['restore', '--from', backup], dataOf(target))
      expect(refused.code, refused.said).toBe(1)
      expect(refused.said.trim().split('\n').at(-1)).toMatch(/no space left|disk is full/i)
      expect(refused.said).not.toMatch(/\n\s+at /)
      expect(await readdir(target)).not.toContain('database')
      expect(await readdir(target)).not.toContain('files')
      disk.resize(ROOM_MB)
      const restored = await runCommand(['restore', '--from', backup], dataOf(target))
      expect(restored.code, restored.said).toBe(0)
      expect((await readdir(target)).toSorted()).toEqual(['.lock', 'database', 'files'])
    } finally {
      await rm(backup, { recursive: true, force: true })
    }
  })
})
