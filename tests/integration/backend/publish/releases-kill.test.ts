// @module-tag long
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import {
  derivedPictures,
  files,
  jobs,
  pluginPackages,
  projectLog,
  projects,
} from '#backend/db/tables.ts'
import { RELEASE_JOB } from '#backend/services/release/deliveries.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { startReleaseProcess } from '#tests/support/release-process.ts'
import { packageOf, releaseOf } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { sampledRows } from '#tests/support/whole.ts'
import { waitFor } from '#tests/support/wait.ts'

const MB = 1024 * 1024

const site = await stoppedAtEnd(startReleaseProcess())
beforeAll(async () => {
  site.release([releaseOf('1.1.3', { assets: {} })])
  await site.begin()
})

/** Stops the backend at an answer of GitHub; the others are as usual. */
const atAnswer = (isIt: (path: string) => boolean, answer: (res: ServerResponse) => unknown) =>
  new Promise<void>((reached) => {
    site.github.behave((res, path) => {
      if (!isIt(path)) return false
      answer(res)
      reached()
      return true
    })
  })
/** Stops the backend at the end of a transaction that holds a statement, before it is committed or after it. */
function atCommit(statement: string, holds: 'message' | 'answer') {
  let isIn = false
  return site.proxy.stopAt((message) => {
    isIn ||= message.includes(statement)
    return isIn && message.includes('commit\0')
  }, holds)
}
const never = () => undefined
const ASSETS = '/releases/assets/'

/** A package whose validation takes a while: 160 MB when inflated. */
function largePackage(version: string): Buffer {
  const content = Buffer.alloc(160 * MB)
  for (let at = 0; at < content.length; at += 2048) randomBytes(64).copy(content, at)
  const manifest = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), version })
  return rawZip([
    { path: 'manifest.json', content: manifest },
    { path: 'model.bin', content, isDeflated: true },
  ])
}
/** Resolves when an object has arrived that was not there before; it is validated then. */
async function untilStored(before: string[]) {
  for (;;) {
    const added = (await site.objects()).filter((name) => !before.includes(name))
    if (added.some((name) => !name.endsWith('.part'))) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** What the database and the storage hold while no backend runs. */
async function inventory() {
  const db = connect(site.database)
  const [project] = await db.select().from(projects)
  const packages = await db.$count(
    pluginPackages,
    eq(pluginPackages.version, project?.version ?? ''),
  )
  const published = await db.$count(projectLog, eq(projectLog.event, 'version'))
  const rows = await db.select().from(files)
  const free = rows.filter(({ attachedAt }) => attachedAt === null)
  const derived = await db.select().from(derivedPictures)
  await db.close()
  const keys = [...rows, ...derived].map(({ key }) => key).toSorted()
  return { version: project?.version, packages, published, keys, free: free.length }
}

/** Lets the lease of the killed backend end, as it does by itself within a minute. */
async function endLease() {
  const db = connect(site.database)
  const isRelease = eq(jobs.name, RELEASE_JOB)
  const ends = sql<boolean>`leased_until - now() < '1 min'`
  expect(await db.select({ ends }).from(jobs).where(isRelease)).toEqual([{ ends: true }])
  await db
    .update(jobs)
    .set({ leasedUntil: sql`now()` })
    .where(isRelease)
  await db.close()
}

let version = '1.1.3'
let packages = 0
let count = 0
const moments: [string, (before: string[]) => Promise<void>][] = [
  ['after the notice is recorded', () => atCommit('insert into "release_deliveries"', 'answer')],
  ['while the manifest is read', () => atAnswer((path) => path.endsWith('/manifest.json'), never)],
  [
    'while a package is downloaded',
    () =>
      atAnswer(
        (path) => path.includes(ASSETS),
        (res) => res.write(packageOf('1.0.0').subarray(0, 99)),
      ),
  ],
  ['while a package is validated', (before) => untilStored(before)],
  [
    'between the second look and the transaction',
    () => site.proxy.stopAt((text) => text.includes('update "release_deliveries"'), 'message'),
  ],
  ['in the transaction', () => atCommit('insert into "plugin_packages"', 'message')],
  ['right after the commit', () => atCommit('insert into "plugin_packages"', 'answer')],
]
it.each(sampledRows(moments, /recorded|validated|manifest|in the transaction/))(
  'a backend that is killed %s publishes the release once after its restart',
  async (step, stop) => {
    count += 1
    const [next, tag] = [`1.2.${count}`, `v1.2.${count}`]
    const isLarge = step.includes('validated')
    const release = releaseOf(next)
    const assets = isLarge
      ? { 'a.win32.flexplugin': largePackage(next), ...release.assets }
      : release.assets
    site.release([{ ...release, assets }])
    const before = await site.objects()
    const ended = site.watch()
    const reached = stop(before)
    const sent = site.send(tag)
    await reached
    await site.kill()
    await sent
    const isCommitted = step.includes('after the commit')
    const left = await inventory()
    expect(left).toMatchObject(isCommitted ? { version: next, packages: 2 } : { version, packages })

    site.github.behave(null)
    const isAlone = !step.includes('downloaded')
    await site.start(isAlone)
    if (!isAlone) await endLease()
    await waitFor(async () => expect(await site.read()).toEqual({ version: next, packages: 2 }), {
      timeout: 90_000,
      interval: 50,
    })
    expect((await site.items())[0]).toMatchObject({ tag, state: 'published', version: next })
    const whole = [
      { version, packages },
      { version: next, packages: 2 },
    ].map((said) => JSON.stringify(said))
    expect((await ended()).filter((said) => !whole.includes(said))).toEqual([])
    ;[version, packages] = [next, 2]
  },
  240_000,
)

it('no file is left without its row, and no upload without its project, after the sweep', async () => {
  await site.kill()
  const { published, free } = await inventory()
  expect(published, 'each release is published once').toBe(count)
  expect(free).toBeGreaterThan(0)
  const db = connect(site.database)
  await db
    .update(files)
    .set({ createdAt: sql`created_at - interval '25 hours'` })
    .where(isNull(files.attachedAt))
  await db.close()
  await site.start()
  await site.end()
  const swept = await inventory()
  expect(swept.free).toBe(0)
  expect(await site.objects()).toEqual(swept.keys)
})
