import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { createRandom } from '#bench/random.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { startCreator } from './creator.ts'
import { examineSite, startSite, timeUntil, visit } from './site.ts'
import { mountSmallDisk } from './small-disk.ts'
import { sendSignal } from '#tests/support/processes.ts'

const DISK_MB = 200
const KILLS = Number(process.env['FAULT_DISK_KILLS'] ?? 10)
const PROJECTS = 3
/** Writes tried while the disk is full, before the kill and after it. */
const WRITES = 3

/** Writes a file until nothing more fits. */
async function fill(file: string) {
  const handle = await open(file, 'a')
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const bytes = Buffer.alloc(size)
      for (;;) await handle.write(bytes)
    }
  } catch {
    // The disk is full.
  } finally {
    await handle.close()
  }
}

test(`the embedded database killed ${KILLS} times while the disk is full loses no acknowledged write, and is there again once there is room`, async () => {
  const disk = await mountSmallDisk(DISK_MB)
  test.skip(disk === null, 'A small disk needs the right to mount a tmpfs.')
  if (disk === null) return
  const variables = {
    DEMO: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_FACTOR: '20',
    // The disk counts as full below the space of two uploads.
    UPLOAD_MAX_MB: '5',
  }
  const site = await startSite({ dataDir: disk.folder, variables, restartMaxMs: 500 })
  const filler = path.join(disk.folder, 'filler')
  try {
    const creator = await startCreator(site)
    /** Titles that a project may have: the acknowledged one, and those of writes without an acknowledgement since. */
    const projects: { id: string; titles: string[] }[] = []
    for (let at = 0; at < PROJECTS; at += 1) {
      const title = `Orchard ${at}`
      projects.push({ id: await creator.publish(title), titles: [title] })
    }
    const codes = new Map<number, number>()
    let acknowledged = 0
    const random = createRandom(1_815)

    async function write() {
      const one = projects[Math.floor(random() * PROJECTS)]
      if (!one) return
      const title = `Orchard ${randomBytes(5).toString('hex')}`
      const key = randomBytes(12).toString('hex')
      const body = { id: one.id, title }
      const answer = await creator.attempt('/profile', { method: 'PUT', key, body })
      codes.set(answer?.code ?? 0, (codes.get(answer?.code ?? 0) ?? 0) + 1)
      if (answer?.code === 200) {
        one.titles = [title]
        acknowledged += 1
      } else one.titles.push(title)
    }
    async function titleOf(id: string) {
      const { status, body } = await visit(`${site.backend}/api/v1/profile/${id}`)
      if (status !== 200) return undefined
      return z.object({ data: projectSchema }).parse(JSON.parse(String(body))).data.title
    }

    let slowest = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      await write()
      await fill(filler)
      const writing = (async () => {
        for (let at = 0; at < WRITES; at += 1) await write()
      })()
      await delay(random() * 300)
      const exits = site.exits.length
      const pid = site.pids()['database']
      if (pid === undefined) throw new Error('The database does not run.')
      sendSignal(pid, 'SIGKILL')
      await timeUntil(async () => site.exits.length > exits)
      await writing
      // It is started again and again, with no room for it.
      await fill(filler)
      await write()
      expect((await visit(`${site.base}/home/faq`)).status).toBe(200)
      await rm(filler)
      const first = projects[0]?.id ?? ''
      const healed = await timeUntil(async () => (await titleOf(first)) !== undefined)
      slowest = Math.max(slowest, healed)
      for (const project of projects) {
        const title = (await titleOf(project.id)) ?? ''
        expect(project.titles, `kill ${kill}`).toContain(title)
        project.titles = [title]
      }
    }
    await write()
    const doctor = await examineSite(site)
    expect(doctor.code, doctor.said).toBe(0)
    console.log([...codes].map(([code, times]) => `${code}: ${times}`).join(', '))
    const refusals = [...codes.keys()].filter((code) => ![200, 503, 507].includes(code))
    expect(refusals).toEqual([])
    figure('embedded database killed (-9) while the disk is full', KILLS, `${KILLS}`)
    figure('full disk and kills: acknowledged writes', acknowledged)
    figure('full disk and kills: of them lost', 0, '0')
    figure(
      'full disk and kills: the longest until it answered with room again',
      seconds(slowest),
      '15 s',
    )
    expect(slowest).toBeLessThan(15_000)
  } catch (error) {
    console.error(site.exits.slice(-5).join('\n'))
    throw error
  } finally {
    await site.stop()
    await disk.unmount()
  }
})
