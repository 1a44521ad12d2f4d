import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LEASE_MS } from '#scripts/transfer/bucket-lock.ts'
import { startFaultyS3 } from '#tests/support/faulty-s3.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { objectsIn, rowsIn, startSiteData } from '#tests/support/site-data.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

/* The commands of an operator on a bucket, with a site that runs. */

const isOnServer = Boolean(process.env['TEST_DATABASE_URL'])
const SECRET = 'S3RVER'
const site = await startSiteData(isOnServer)
const bucket = await stoppedAtEnd(startFaultyS3())
const folder = await scratchFolder()
afterAll(() => site.remove())

it(
  'a site is backed up into a bucket; kill -9 leaves the backup before, which is tried and restored',
  { tags: 'long' },
  async () => {
    const env = { ...site.env, BACKUP_TO: bucket.url, BACKUP_KEEP: '3' }
    const said: string[] = []
    const run = async (...args: Parameters<typeof runCommand>) => {
      const result = await runCommand(...args)
      said.push(result.said)
      return result
    }
    const made = await run(['backup'], env)
    expect(made, made.said).toMatchObject({ code: 0 })
    const rows = await site.rows()
    const objects = await objectsIn(site.dataDir)
    await site.add({ title: 'Of a backup that is killed' })

    let kill: () => void = () => undefined
    bucket.fault = (asked) => {
      if (!asked.startsWith('PUT tables/')) return undefined
      kill()
      return 'silent'
    }
    const killed = await run(['backup'], env, (_said, end) => {
      kill = end
    })
    expect(killed.code).toBe(null)
    bucket.fault = () => undefined
    const locked = await run(['backup'], env)
    expect(locked.code).toBe(1)
    expect(locked.said).toMatch(
      /Another backup is written to \S+ by "\S+"; if it was killed, try again in \d min\.\n$/,
    )

    const listed = await run(['restore', '--list'], env)
    expect(listed.said.trim().split('\n')).toHaveLength(1)
    const tried = await run(['restore', '--check'], env)
    expect(tried, tried.said).toMatchObject({ code: 0 })
    expect(tried.said).toMatch(/The backup of \S+ can be restored: \d+ rows and 4 files/)
    expect(await readdir(site.dataDir)).toEqual(
      expect.arrayContaining(['.last-backup', '.last-check']),
    )
    expect(existsSync(path.join(site.dataDir, '.backup-check'))).toBe(false)
    const target = path.join(folder, 'restored')
    const restored = await run(['restore', '--from', bucket.url], { DATA_DIR: target })
    expect(restored, restored.said).toMatchObject({ code: 0 })
    expect(await rowsIn(target)).toEqual(rows)
    expect(await objectsIn(target)).toEqual(objects)

    bucket.s3.aheadMs += LEASE_MS
    const next = await run(['backup', '--keep', '1'], env)
    expect(next, next.said).toMatchObject({ code: 0 })
    expect(said.join()).not.toContain(SECRET)
    expect(bucket.asked.join()).not.toContain(SECRET)
  },
)

it(
  'another address is refused by every command, and no folder has its name',
  { tags: 'long' },
  async () => {
    const address = `ftp://KEY:${SECRET}@host/backups`
    for (const args of [
      ['backup', '--to', address],
      ['backup', '--archive', address],
      ['restore', '--from', address],
    ]) {
      const { code, said } = await runCommand(args, site.env)
      expect([code, said]).toEqual([
        1,
        `${args[1]}: a folder, or the address of a bucket that begins with s3://, is expected.\n`,
      ])
    }
    expect((await readdir('.')).filter((name) => name.includes(':'))).toEqual([])
  },
)
