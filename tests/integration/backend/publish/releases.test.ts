import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { beforeEach, describe, expect, it } from 'vitest'
import { RELEASE_JOB } from '#backend/services/release/deliveries.ts'
import { lookDaily } from '#backend/services/release/daily.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { JOB, NOW, packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startReleases())
beforeEach(() => site.begin())

describe('a release', () => {
  it('is published by the notice of the maker’s workflow, with its packages and notes', async () => {
    site.release([releaseOf('1.2.0', { body: 'Counts **down** too.' })])
    expect(await site.send()).toMatchObject({
      status: 200,
      data: { delivery: { state: 'published', version: '1.2.0', origin: 'workflow' } },
    })
    expect(await site.readPlugin()).toMatchObject({
      version: '1.2.0',
      packages: [{ platform: 'win32' }, { platform: 'darwin' }],
    })
    expect((await site.backend.get(`/plugin/${site.plugin.id}/versions`)).data).toMatchObject({
      items: [{ version: '1.2.0', notes: 'Counts **down** too.' }, { version: '1.1.3' }],
    })
    const log = await clientOf(site.backend).ask(`/plugin/${site.plugin.id}/log`, {
      token: site.plugin.token,
    })
    expect(log.data).toMatchObject({ items: [{ event: 'version', token: 'GitHub v1.2.0' }, {}] })
  })

  it('is found by the daily look, once a day, unless the author wants none', async () => {
    site.release([releaseOf('1.2.0')])
    const look = (now: string) =>
      lookDaily({ ...site.backend, hasToken: true, clock: () => new Date(now) })
    expect(await Promise.all([look(NOW), look(NOW)])).toEqual(expect.arrayContaining([1, 0]))
    await site.untilLast({ state: 'published', version: '1.2.0' })
    expect(await look(NOW)).toBe(0)
    const body = { is_daily: false }
    await clientOf(site.backend).ask(`/plugin/${site.plugin.id}/releases`, {
      method: 'PUT',
      token: site.plugin.token,
      body,
    })
    expect(await look('2026-06-03T12:00:00Z')).toBe(0)
  })

  it('is tested without being published, and leaves no file', async () => {
    site.release([releaseOf('1.2.0')])
    const before = await storedFiles(site.backend)
    await clientOf(site.backend).post(
      `/plugin/${site.plugin.id}/releases/check`,
      { is_test: true },
      site.plugin.token,
    )
    await site.untilLast({ state: 'accepted', version: '1.2.0', origin: 'test' })
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
    expect(await storedFiles(site.backend)).toEqual(before)
  })

  it('that is published already is unchanged', async () => {
    site.release([releaseOf('1.2.0')])
    await site.send()
    const files = await storedFiles(site.backend)
    expect(await site.send()).toMatchObject({
      status: 200,
      data: { delivery: { state: 'unchanged' } },
    })
    expect(await storedFiles(site.backend)).toEqual(files)
  })

  describe('whose tag is another one of the same number', () => {
    const of = (tag: string, publishedAt: string, body: string) =>
      releaseOf('1.2.0', { tag, publishedAt, body })
    const older = of('v1.02.0', '2026-05-01T00:00:00Z', 'Older.')
    const newer = of('v1.2.0', '2026-05-02T00:00:00Z', 'Newer.')
    const log = async () => {
      const client = clientOf(site.backend)
      const { data } = await client.ask(`/plugin/${site.plugin.id}/log`, {
        token: site.plugin.token,
      })
      return data
    }
    const notice = (tag: string) => site.send(site.noticeOf({ tag }))
    const notes = async () => (await site.backend.get(`/plugin/${site.plugin.id}/versions`)).data

    it('replaces it if it is newer, which the log names', async () => {
      site.release([newer, older])
      expect(await notice('v1.02.0')).toMatchObject({
        data: { delivery: { state: 'published', version: '1.2.0' } },
      })
      expect(await site.readPlugin()).toMatchObject({ release: { tag: 'v1.02.0' } })
      expect(await notice('v1.2.0')).toMatchObject({
        data: { delivery: { state: 'published', version: '1.2.0' } },
      })
      expect(await site.readPlugin()).toMatchObject({
        version: '1.2.0',
        release: { tag: 'v1.2.0' },
      })
      expect(await notes()).toMatchObject({ items: [{ notes: 'Newer.' }, {}] })
      const entries = z.object({ items: z.array(z.object({ token: z.string().nullable() })) })
      const tokens = entries.parse(await log()).items.map(({ token }) => token)
      expect(tokens).toContain('GitHub v1.2.0, not v1.02.0')
    })

    it('changes nothing if it is older', async () => {
      site.release([newer, older])
      await notice('v1.2.0')
      expect(await notice('v1.02.0')).toMatchObject({ data: { delivery: { state: 'unchanged' } } })
      expect(await site.readPlugin()).toMatchObject({ release: { tag: 'v1.2.0' } })
      expect(await notes()).toMatchObject({ items: [{ notes: 'Newer.' }, {}] })
    })
  })

  it('gets the packages that were attached after it was published', async () => {
    site.release([releaseOf('1.2.0')])
    await site.send()
    site.release([releaseOf('1.3.0', { assets: {} })])
    await site.send(site.noticeOf({ tag: 'v1.3.0' }))
    expect(await site.readPlugin()).toMatchObject({ version: '1.3.0', packages: null })
    site.release([releaseOf('1.3.0')])
    await site.send(site.noticeOf({ tag: 'v1.3.0' }))
    expect(await site.readPlugin()).toMatchObject({ packages: [{ platform: 'win32' }, {}] })
  })

  it('gets the packages of the systems whose builds ended later', { tags: 'long' }, async () => {
    const one = { 'a.win32.flexplugin': packageOf('1.2.0') }
    site.release([releaseOf('1.2.0', { assets: one })])
    await site.send()
    site.release([
      releaseOf('1.2.0', { assets: { ...one, 'a.linux.flexplugin': packageOf('1.2.0') } }),
    ])
    expect(await site.send()).toMatchObject({ data: { delivery: { state: 'published' } } })
    expect(await site.readPlugin()).toMatchObject({
      packages: [{ platform: 'win32' }, { platform: 'linux' }],
    })
  })

  it('with two simultaneous notices is published once, and both senders get the answer that it is public', async () => {
    site.release([releaseOf('1.2.0')])
    const both = await Promise.all([site.send(), site.send()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await site.items()).map(({ state }) => state).toSorted()).toEqual([
      'published',
      'unchanged',
    ])
  })

  it('that becomes a pre-release while it is read is not published', async () => {
    site.release([releaseOf('1.2.0', { assets: {} })])
    let looks = 0
    site.github.behave((_, path) => {
      const isSecond = path.endsWith('/releases/tags/v1.2.0') && (looks += 1) === 2
      if (isSecond) site.release([releaseOf('1.2.0', { assets: {}, prerelease: true })])
      return false
    })
    expect(await site.send()).toMatchObject({ details: { reason: 'asset_changed' } })
  })

  it(
    'beside another one: both end, and the higher one is the current',
    { tags: 'long' },
    async () => {
      site.release([releaseOf('1.3.0'), releaseOf('1.2.0')])
      const both = await Promise.all([
        site.send(site.noticeOf()),
        site.send(site.noticeOf({ tag: 'v1.3.0' })),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await site.readPlugin()).toMatchObject({ version: '1.3.0' })
    },
  )

  it(
    'of a renamed repository is published, and the page has the new address',
    { tags: 'long' },
    async () => {
      site.release([releaseOf('1.2.0')])
      site.rename('ENIAC-Tech/Renamed')
      expect(await site.send()).toMatchObject({ status: 200 })
      expect(await site.readPlugin()).toMatchObject({
        version: '1.2.0',
        repository_url: 'https://github.com/ENIAC-Tech/Renamed',
      })
    },
  )

  it('whose asset changes after it was validated is not published', async () => {
    site.release([releaseOf('1.2.0')])
    let looks = 0
    site.github.behave((_, path) => {
      if (path.endsWith('/releases/tags/v1.2.0') && (looks += 1) === 2) {
        site.release([
          releaseOf('1.2.0', { assets: { 'a.win32.flexplugin': packageOf('1.2.0 ') } }),
        ])
      }
      return false
    })
    expect(await site.send()).toMatchObject({ details: { reason: 'asset_changed' } })
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
  })

  it('with a package that is not valid is refused with its name, and what is wrong in it', async () => {
    const assets = {
      'a.win32.flexplugin': packageOf('1.2.0'),
      'a.linux.flexplugin': buildPackage(FIRST_GENERATION, { version: '1.2.0', uuid: undefined }),
    }
    site.release([releaseOf('1.2.0', { assets })])
    const details = { code: 'manifest_field', field: 'uuid', name: 'a.linux.flexplugin' }
    expect(await site.send()).toMatchObject({ details: { reason: 'bad_archive', ...details } })
    expect(await site.items()).toMatchObject([{ reason: 'bad_archive', details }])
  })

  it('is published once if its job runs twice at a time or again, as after a kill', async () => {
    site.release([releaseOf('1.2.0')])
    await site.send()
    await site.backend.db.execute(sql`UPDATE release_deliveries SET state = 'waiting'`)
    await site.backend.db.execute(sql`DELETE FROM jobs WHERE name = ${RELEASE_JOB}`)
    const [one, other] = [site.handler(), site.handler()]
    const [first] = await site.items()
    const run = (handler: typeof one) => handler.run(first?.id ?? '', JOB)
    await Promise.all([run(one), run(other)])
    await run(one)
    expect((await site.backend.get(`/plugin/${site.plugin.id}/versions`)).data).toMatchObject({
      items: [{ version: '1.2.0' }, { version: '1.1.3' }],
    })
  })
})
