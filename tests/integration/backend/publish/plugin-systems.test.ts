import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { changes, jobs } from '#backend/db/tables.ts'
import { lookDaily } from '#backend/services/release/daily.ts'
import { RELEASE_FILES_MAX } from '#lib/contract/file/package-systems.ts'
import { ownProjectsSchema } from '#lib/contract/own-project.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { offersOf } from '#lib/project/source-file.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { NOW, packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startReleases())
beforeEach(() => site.begin())

const SETUP = 'Foo-Setup.flexplugin'
const MAC = 'FooMac.flexplugin'

const read = async () => projectSchema.parse(await site.readPlugin())
/** The systems that are offered a package, each with its file. */
const offered = async () => offersOf(await read()).map(({ system, name }) => [system, name])
const undecided = async () => {
  const { data } = await clientOf(site.backend).ask('/account/projects', {
    token: site.plugin.token,
  })
  return ownProjectsSchema.parse(data).items[0]?.undecided_packages
}
const put = (body: Record<string, unknown>) =>
  clientOf(site.backend).ask('/plugin', {
    method: 'PUT',
    token: site.plugin.token,
    body: { id: site.plugin.id, ...body },
  })
/** Gives the release of the published version these files. */
const releaseFiles = (names: string[], content = packageOf('1.1.3')) =>
  site.release([
    releaseOf('1.1.3', { assets: Object.fromEntries(names.map((name) => [name, content])) }),
  ])
const daily = () => lookDaily({ ...site.backend, hasToken: true, clock: () => new Date(NOW) })
/** Looks that have not ended. */
const waiting = () => site.backend.db.$count(jobs)
/** Lets the author read the repository again. */
const refresh = () => put({ refresh: true })

describe('a release with a package for each system', () => {
  it('is offered by the words of its names', async () => {
    releaseFiles(['plugin-windows.flexplugin', 'plugin_osx.flexplugin', 'Setup.exe', 'a.dmg'])
    await refresh()
    expect(await offered()).toEqual([
      ['windows', 'plugin-windows.flexplugin'],
      ['macos', 'plugin_osx.flexplugin'],
    ])
    expect(await undecided()).toBe(0)
  })

  it('offers what is undecided to no system, until its author states what it is for', async () => {
    releaseFiles([SETUP, MAC])
    await refresh()
    expect(await offered()).toEqual([['macos', MAC]])
    expect(await undecided()).toBe(1)
    await put({ package_systems: [{ file: SETUP, platform: 'win32' }] })
    expect(await offered()).toEqual([
      ['windows', SETUP],
      ['macos', MAC],
    ])
    expect(await undecided()).toBe(0)
    await put({ package_systems: [{ file: MAC, platform: 'none' }] })
    expect(await offered()).toEqual([])
    await put({ package_systems: null })
    expect(await offered()).toEqual([['macos', MAC]])
  })

  it('is named by the check, so that programs can state it', async () => {
    releaseFiles([SETUP, MAC])
    const { data } = await clientOf(site.backend).ask(
      '/plugin/github/check?repository_url=https://github.com/ENIAC-Tech/Plugin-Example',
      { token: site.plugin.token },
    )
    expect(data).toMatchObject({
      operating_systems: expect.any(Array),
      warnings: [{ reason: 'systems_undecided', details: { name: SETUP, count: 1 } }],
      release: {
        file_name: null,
        files: [
          { name: SETUP, platform: null },
          { name: MAC, platform: 'darwin' },
        ],
      },
    })
  })

  it('without a package has none to install', async () => {
    releaseFiles(['Setup.exe', 'plugin.app.zip'])
    await refresh()
    expect(await read()).toMatchObject({ release: { file_name: null, files: [] } })
    expect(await offered()).toEqual([])
  })
})

describe('a statement', () => {
  it.each([
    [{ package_systems: [{ file: SETUP, platform: 'amiga' }] }],
    [{ package_systems: [{ file: '', platform: 'win32' }] }],
    [{ package_systems: [{ file: 'a'.repeat(301), platform: 'win32' }] }],
    [{ package_systems: Array.from({ length: 41 }, () => ({ file: 'a', platform: 'win32' })) }],
  ])('%# is refused with its field', async (body) => {
    expect(await put(body)).toMatchObject({
      code: 400,
      fields: [expect.stringMatching(/^package_systems/)],
    })
  })

  it('of a stored package moves it', async () => {
    releaseFiles(['plugin-windows.flexplugin', 'plugin_osx.flexplugin'])
    await daily()
    await site.untilLast({ state: 'published' })
    const platforms = async () =>
      (await read()).packages?.map(({ platform, file }) => [platform, file.name])
    expect(await platforms()).toEqual([
      ['win32', 'plugin-windows.flexplugin'],
      ['darwin', 'plugin_osx.flexplugin'],
    ])
    await put({
      package_systems: [
        { file: 'plugin-windows.flexplugin', platform: 'darwin' },
        { file: 'plugin_osx.flexplugin', platform: 'win32' },
      ],
    })
    expect(await platforms()).toEqual([
      ['win32', 'plugin_osx.flexplugin'],
      ['darwin', 'plugin-windows.flexplugin'],
    ])
    expect(
      await put({ package_systems: [{ file: 'plugin_osx.flexplugin', platform: 'darwin' }] }),
    ).toMatchObject({ code: 409, reason: 'package_mismatch', details: { field: 'platform' } })
  })
})

describe('the daily look', () => {
  /** As a release of the site from before packages were listed has stored it. */
  const asBefore = (file: string) =>
    site.backend.db.execute(sql`UPDATE projects SET release =
      jsonb_build_object('tag', 'v1.1.3', 'file_name', ${file}::text) WHERE id = ${site.plugin.id}`)

  it('judges a published plugin again that has no proof, and the overview tells its author', async () => {
    await asBefore(SETUP)
    await site.backend.db.execute(sql`UPDATE projects SET owner_proof = NULL`)
    releaseFiles([SETUP, MAC])
    expect(await offered()).toEqual([['all', SETUP]])
    await daily()
    await expect.poll(offered, { timeout: 10_000 }).toEqual([['macos', MAC]])
    expect(await undecided()).toBe(1)
  })

  it('stores the packages that names or contents decide, and no other', async () => {
    await asBefore(SETUP)
    releaseFiles([SETUP, MAC])
    await daily()
    await site.untilLast({ state: 'published' })
    expect((await read()).packages).toMatchObject([{ platform: 'darwin', file: { name: MAC } }])
    expect(await offered()).toEqual([['macos', MAC]])
    expect(await undecided()).toBe(1)
  })

  it('stores a package by the native code in it', async () => {
    const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])
    const content = buildPackage(FIRST_GENERATION, { version: '1.1.3' }, { 'backend/a.node': exe })
    site.release([releaseOf('1.1.3', { assets: { [SETUP]: content, [MAC]: packageOf('1.1.3') } })])
    await daily()
    await site.untilLast({ state: 'published' })
    expect(await offered()).toEqual([
      ['windows', SETUP],
      ['macos', MAC],
    ])
    expect(await undecided()).toBe(0)
  })

  it('reads packages that nothing decides once, and says of none that it was published', async () => {
    releaseFiles(['a.flexplugin', 'b.flexplugin'])
    const downloads = () =>
      site.github.asked.filter((path) => path.includes('/releases/assets/')).length
    await daily()
    await expect.poll(undecided, { timeout: 10_000 }).toBe(2)
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    const first = downloads()
    expect(first).toBeGreaterThan(0)
    await site.backend.db.delete(changes)
    await site.backend.db.execute(sql`UPDATE release_sources SET looked_at = NULL`)
    await daily()
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    expect(downloads()).toBe(first)
    expect(await site.backend.db.$count(changes)).toBe(0)
    expect((await site.items()).filter(({ state }) => state === 'published')).toEqual([])
  })

  it('moves a stored package that counted for all systems to the one that its name states', async () => {
    releaseFiles(['plugin-windows.flexplugin'])
    await daily()
    await site.untilLast({ state: 'published' })
    await site.backend.db.execute(sql`UPDATE plugin_packages SET platform = 'universal'`)
    expect(await offered()).toEqual([['all', 'plugin-windows.flexplugin']])
    expect(await site.send(site.noticeOf({ tag: 'v1.1.3' }))).toMatchObject({
      data: { delivery: { state: 'unchanged' } },
    })
    expect(await offered()).toEqual([['windows', 'plugin-windows.flexplugin']])
  })
})

it('a release with a thousand files, described as GitHub does, is judged within the limits', async () => {
  const file = (name: string) => ({ name, size: 1, uploader: 'x'.repeat(1700) })
  const names = Array.from({ length: 999 }, (_, at) => `${'x'.repeat(280)}-${at}-win.flexplugin`)
  const assets = [MAC, ...names].map(file)
  site.github.behave((res, path) => {
    if (!path.endsWith('/releases/latest')) return false
    res.end(JSON.stringify({ tag_name: 'v1.1.3', assets }))
    return true
  })
  expect(await refresh()).toMatchObject({ code: 200 })
  const { release } = await read()
  expect(release?.files).toHaveLength(RELEASE_FILES_MAX)
  // All others are for Windows: which one is meant is undecided.
  expect(await offered()).toEqual([['macos', MAC]])
})
