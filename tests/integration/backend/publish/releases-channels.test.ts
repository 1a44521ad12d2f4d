// @module-tag long
import { beforeEach, describe, expect, it } from 'vitest'
import { publishDue } from '#backend/services/project/schedule.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { NOW, packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

/** A package of the same version with another file. */
const OTHER = buildPackage(FIRST_GENERATION, { version: '2.0.0' }, { 'backend/plugin.cjs': '//!' })
const LATER = '2026-06-01T12:10:00.000Z'

const site = await stoppedAtEnd(startReleases())
beforeEach(() => site.begin())

const versions = async () => (await site.backend.get(`/plugin/${site.plugin.id}/versions`)).data
/** Sends a package for a version of the plugin, as one job of a build for several systems does. */
const add = (system: string, said: Record<string, unknown>) =>
  addBytes(system, packageOf('2.0.0'), said)
async function addBytes(system: string, bytes: Uint8Array, said: Record<string, unknown> = {}) {
  const name = `a.${system}.flexplugin`
  const { id, token } = site.plugin
  const uploaded = await uploadFile(site.backend, token, { name, bytes })
  const body = { id, version: '2.0.0', package_ids: [uploaded], ...said }
  return clientOf(site.backend).ask('/plugin', { method: 'PUT', token, body })
}

describe('a release that GitHub marks as a pre-release', () => {
  it('is in the list of versions, and the stable version stays current', async () => {
    site.release([releaseOf('2.0.0', { prerelease: true })])
    expect(await site.send(site.noticeOf({ tag: 'v2.0.0' }))).toMatchObject({ status: 200 })
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3', packages: null })
    expect(await versions()).toMatchObject({
      items: [
        { version: '2.0.0', channel: 'prerelease', packages: [{ platform: 'win32' }, {}] },
        { version: '1.1.3', channel: 'stable' },
      ],
    })
  })

  it('is promoted when it has become a release, with the packages that were missing', async () => {
    const one = { 'a.win32.flexplugin': packageOf('2.0.0') }
    site.release([releaseOf('2.0.0', { prerelease: true, assets: one })])
    await site.send(site.noticeOf({ tag: 'v2.0.0' }))
    site.release([releaseOf('2.0.0')])
    expect(await site.send(site.noticeOf({ tag: 'v2.0.0' }))).toMatchObject({
      data: { delivery: { state: 'published' } },
    })
    expect(await site.readPlugin()).toMatchObject({
      version: '2.0.0',
      packages: [{ platform: 'win32' }, { platform: 'darwin' }],
    })
    expect(await site.send(site.noticeOf({ tag: 'v2.0.0' }))).toMatchObject({
      data: { delivery: { state: 'unchanged' } },
    })
  })

  it('adds nothing to a version that was withdrawn', async () => {
    site.release([releaseOf('2.0.0', { assets: {} })])
    await site.send(site.noticeOf({ tag: 'v2.0.0' }))
    const { id, token } = site.plugin
    const body = { yanked: true, reason: 'Broken.' }
    await clientOf(site.backend).ask(`/plugin/${id}/versions/2.0.0`, { method: 'PUT', token, body })
    site.release([releaseOf('2.0.0')])
    expect(await site.send(site.noticeOf({ tag: 'v2.0.0' }))).toMatchObject({
      data: { delivery: { state: 'unchanged' } },
    })
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
  })

  it('is not published again when its author has discarded it', async () => {
    site.release([releaseOf('2.0.0')])
    await site.send(site.noticeOf({ tag: 'v2.0.0' }))
    const { id, token } = site.plugin
    const path = `/plugin/${id}/versions/2.0.0`
    expect(await clientOf(site.backend).ask(path, { method: 'DELETE', token })).toMatchObject({
      data: { version: '1.1.3', packages: null },
    })
    expect(await site.send(site.noticeOf({ tag: 'v2.0.0' }))).toMatchObject({
      data: { delivery: { state: 'unchanged' } },
    })
    // Its author can, with the same package, and with no other one afterwards either.
    expect(await addBytes('darwin', OTHER)).toMatchObject({ reason: 'version_discarded' })
    expect(await add('win32', {})).toMatchObject({ code: 200, data: { version: '2.0.0' } })
    expect(await addBytes('darwin', OTHER)).toMatchObject({ reason: 'version_discarded' })
    expect(await add('darwin', {})).toMatchObject({ code: 200 })
    site.release([releaseOf('2.0.1')])
    expect(await site.send(site.noticeOf({ tag: 'v2.0.1' }))).toMatchObject({ status: 200 })
    expect(await site.readPlugin()).toMatchObject({ version: '2.0.1' })
  })
})

describe('a release whose tag is that of a pre-release', () => {
  const tag = 'v2.0.0-beta.1'
  const beta = (said: Parameters<typeof releaseOf>[1] = {}) => releaseOf('2.0.0-beta.1', said)
  const send = (of = tag) => site.send(site.noticeOf({ tag: of }))

  it.each([{ prerelease: true }, { prerelease: false }])(
    'is a pre-release, with the mark of GitHub %j',
    async (mark) => {
      site.release([beta(mark)])
      expect(await send()).toMatchObject({ data: { delivery: { state: 'published' } } })
      expect(await site.readPlugin()).toMatchObject({ version: '1.1.3', packages: null })
      expect(await versions()).toMatchObject({
        items: [
          { version: '2.0.0-beta.1', channel: 'prerelease', packages: [{}, {}] },
          { version: '1.1.3', channel: 'stable' },
        ],
      })
    },
  )

  it('is not promoted when GitHub marks it as a release', async () => {
    site.release([beta({ prerelease: true })])
    await send()
    site.release([beta()])
    expect(await send()).toMatchObject({ data: { delivery: { state: 'unchanged' } } })
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
  })

  it('is followed by higher ones and by its release, which becomes current', async () => {
    for (const version of ['2.0.0-beta.9', '2.0.0-beta.10', '2.0.0-rc.1', '2.0.0']) {
      site.release([releaseOf(version)])
      expect(await send(`v${version}`)).toMatchObject({
        data: { delivery: { state: 'published' } },
      })
    }
    site.release([releaseOf('2.0.0-rc.2')])
    expect(await send('v2.0.0-rc.2')).toMatchObject({ data: { delivery: { state: 'unchanged' } } })
    expect(await site.readPlugin()).toMatchObject({ version: '2.0.0' })
    const order = ['2.0.0', '2.0.0-rc.1', '2.0.0-beta.10', '2.0.0-beta.9', '1.1.3']
    expect(await versions()).toMatchObject({ items: order.map((version) => ({ version })) })
  })

  it('adds nothing if it differs from a published one in its build alone', async () => {
    site.release([beta({ tag: `${tag}+build.1` })])
    expect(await send(`${tag}+build.1`)).toMatchObject({
      data: { delivery: { state: 'published', version: '2.0.0-beta.1' } },
    })
    site.release([beta({ tag: `${tag}+build.2` })])
    expect(await send(`${tag}+build.2`)).toMatchObject({
      data: { delivery: { state: 'unchanged' } },
    })
  })
})

describe('packages of builds that end one after the other', () => {
  it('reach a pre-release, and the current version keeps its date and its facts', async () => {
    const before = Object(await site.readPlugin())
    site.backend.setClock(LATER)
    for (const system of ['win32', 'linux']) {
      expect(await add(system, { channel: 'prerelease' })).toMatchObject({ code: 200 })
    }
    expect(await versions()).toMatchObject({
      items: [{ version: '2.0.0', packages: [{ platform: 'win32' }, { platform: 'linux' }] }, {}],
    })
    expect(await site.readPlugin()).toMatchObject({
      ...before,
      revision: expect.any(Number),
    })
  })

  it('make a pre-release by their version, without being asked for', async () => {
    const version = '2.0.0-beta.1'
    for (const system of ['win32', 'linux']) {
      expect(await addBytes(system, packageOf(version), { version })).toMatchObject({ code: 200 })
    }
    expect(await versions()).toMatchObject({
      items: [{ version, channel: 'prerelease', packages: [{}, {}] }, { version: '1.1.3' }],
    })
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
  })

  it('reach a scheduled version unseen, and are public when its time has come', async () => {
    const publish_at = LATER
    for (const system of ['win32', 'linux']) {
      expect(await add(system, { publish_at })).toMatchObject({ code: 200 })
    }
    expect(await versions()).toMatchObject({ items: [{ version: '1.1.3' }] })
    await publishDue(site.backend.db, new Date(LATER))
    const plugin = await site.readPlugin()
    expect(plugin).toMatchObject({
      version: '2.0.0',
      packages: [{ platform: 'win32' }, { platform: 'linux' }],
    })
  })

  it.each([
    ['another channel', { channel: 'stable' }, 'channel'],
    ['another time', { publish_at: LATER }, 'publish_at'],
  ])('are refused with %s than their version has', async (_, said, field) => {
    site.backend.setClock(NOW)
    await add('win32', { channel: 'prerelease' })
    expect(await add('linux', said)).toMatchObject({ code: 400, fields: [field] })
    expect(await versions()).toMatchObject({ items: [{ packages: [{ platform: 'win32' }] }, {}] })
  })
})
