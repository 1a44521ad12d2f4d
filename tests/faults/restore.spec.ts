import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { openStorage } from '#backend/storage/open.ts'
import { openFolder } from '#scripts/pglite/pglite-folder.ts'
import { seedCatalogue } from '#scripts/stack/seed-catalogue.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { figure } from '#tests/support/figure.ts'

const PROJECTS = 100_000
const FILES = 10_000
const FILE_BYTES = 1_000_000
const LIMIT_S = 300
/** For the site and its backup, then for the backup and the restored site. */
const DISK_BYTES = 30e9

const none = () => undefined

/** A large catalogue, where `FILES` projects have a file of their own, of random bytes. */
async function fill(dataDir: string): Promise<void> {
  await seedCatalogue({
    projects: PROJECTS,
    dataDir,
    databaseUrl: undefined,
    print: none,
    onProgress: none,
  })
  const files = await openStorage({ DATA_DIR: dataDir })
  const { db, release } = await openFolder(path.join(dataDir, 'database'), { files })
  const { rows } = await db.query(
    `SELECT id FROM files WHERE purpose = 'project' ORDER BY id LIMIT ${FILES}`,
  )
  const ids = z.array(z.object({ id: z.string() })).parse(rows)
  expect(ids).toHaveLength(FILES)
  const bytes = randomBytes(FILE_BYTES)
  const written: { id: string; key: string; sha256: string }[] = []
  for (const [at, { id }] of ids.entries()) {
    const key = `${String(at % 100).padStart(2, '0')}-large-${at}`
    bytes.writeUInt32LE(at)
    const target = path.join(dataDir, 'files', key.slice(0, 2), key)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, bytes)
    written.push({ id, key, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  await db.query(
    `UPDATE files SET key = one.key, sha256 = one.sha256, size = ${FILE_BYTES}
     FROM json_to_recordset($1::json) AS one (id text, key text, sha256 text) WHERE files.id = one.id`,
    [JSON.stringify(written)],
  )
  await db.close()
  await release()
}

async function timed(args: string[], dataDir: string): Promise<{ s: number; said: string }> {
  const begun = performance.now()
  const { code, said } = await runCommand(args, { DATA_DIR: dataDir, DATABASE_URL: '' })
  expect(code, said).toBe(0)
  return { s: Math.round((performance.now() - begun) / 1000), said }
}

test('100 000 projects with 10 GB of files are restored into another data folder in under five minutes', async () => {
  test.setTimeout(40 * 60_000)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'restore-'))
  try {
    const { bavail, bsize } = await statfs(folder)
    test.skip(bavail * bsize < DISK_BYTES, `Less than ${DISK_BYTES / 1e9} GB are free.`)
    const [site, backup, copy] = ['site', 'backup', 'copy'].map((name) => path.join(folder, name))
    if (site === undefined || backup === undefined || copy === undefined) throw new Error('names')
    await fill(site)
    const made = await timed(['backup', '--to', backup], site)
    expect(made.said).toMatch(/and \d{5} files \(1\d\.\d GB\)/)
    figure('seconds to back up 100 000 projects with 10 GB of files', made.s)
    await rm(site, { recursive: true })
    const { s } = await timed(['restore', '--from', backup], copy)
    figure('seconds to restore them into another data folder', s, `${LIMIT_S}`)
    expect(s).toBeLessThan(LIMIT_S)
    expect(existsSync(path.join(copy, 'database', 'PG_VERSION'))).toBe(true)
    const again = await timed(['backup', '--to', backup], copy)
    figure('seconds to back them up again into the same folder', again.s)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
