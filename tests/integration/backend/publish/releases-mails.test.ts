// @module-tag long
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#backend/db/tables.ts'
import { lookDaily } from '#backend/services/release/daily.ts'
import { addDelivery } from '#backend/services/release/deliveries.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { quietParts } from '#tests/support/backend.ts'
import { NOW, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startReleases())
beforeEach(async () => {
  await site.begin()
  site.backend.messages.length = 0
})

const subjects = () => site.backend.messages.map(({ to, subject }) => `${to} ${subject}`)
/** The mails to the author that were sent before one that is sent now. */
async function subjectsBefore(): Promise<string[]> {
  await clientOf(site.backend).post('/sms/verify_code', { data: 'eve@example.com' })
  await expect.poll(() => subjects().at(-1)).toContain('eve@example.com')
  return subjects().slice(0, -1)
}
const REFUSED = 'ada@example.com A release of “Orchard” was not published on Keystrip'
const wrong = { assets: { 'a.flexplugin': Buffer.from('no archive') } }

describe('the author of a plugin', () => {
  it('gets a mail about a refused release, which leads to its reason', async () => {
    await site.backend.db.update(accounts).set({ locale: 'de' })
    site.release([releaseOf('1.2.0', wrong)])
    await site.send()
    await expect.poll(subjects).toHaveLength(1)
    const [mail] = site.backend.messages
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Ein Release von „Orchard“ wurde auf Keystrip nicht veröffentlicht',
    })
    expect(mail?.text).toContain('Das Release v1.2.0 Ihres Plugins „Orchard“')
    expect(mail?.text.split('\n')).toContain(
      `http://localhost:3000/de/home/user/settings/plugin/${site.plugin.id}#releases`,
    )
  })

  it('gets one mail per release and reason', async () => {
    site.release([releaseOf('1.2.0', wrong)])
    await site.send()
    await expect.poll(subjects).toEqual([REFUSED])
    await site.send()
    site.release([releaseOf('1.3.0', wrong), releaseOf('1.2.0', wrong)])
    await site.send(site.noticeOf({ tag: 'v1.3.0' }))
    await expect.poll(subjects).toEqual([REFUSED, REFUSED])
  })

  it('gets one when the site has given up', async () => {
    const deliveryId = 'lost'
    const added = { projectId: site.plugin.id, origin: 'github', deliveryId, tag: null } as const
    const row = await addDelivery(site.backend.db, { ...added, now: new Date(NOW) })
    await site.backend.db.execute(sql`DELETE FROM jobs`)
    const { limits, log, failures } = quietParts(site.backend.db, site.backend.storage)
    await site.handler({ limits, log, failures }).giveUp(row?.id ?? '')
    await expect.poll(subjects).toEqual([REFUSED])
    expect(site.backend.messages[0]?.text).toContain('The latest release of your plugin')
  })

  it('gets none about what was asked for on the settings page', async () => {
    site.release([releaseOf('1.2.0', wrong)])
    const times = ['2026-06-01T12:00:01Z', '2026-06-01T12:00:02Z', '2026-06-01T12:00:03Z'] as const
    for (const [at, isTest] of [true, false].entries()) {
      site.backend.setClock(times[at] ?? NOW)
      const path = `/plugin/${site.plugin.id}/releases/check`
      await clientOf(site.backend).post(path, { is_test: isTest }, site.plugin.token)
      await site.untilLast({ state: 'refused', origin: isTest ? 'test' : 'author' })
    }
    // The reason is known to the author by now.
    site.backend.setClock(times[2])
    await site.send()
    await site.untilLast({ state: 'refused', origin: 'workflow' })
    expect(await subjectsBefore()).toEqual([])
  })

  it('gets none about a repository without a release, by the daily look', async () => {
    site.release([])
    const clock = () => new Date('2026-06-03T12:00:00Z')
    await lookDaily({ ...site.backend, hasToken: true, clock })
    await site.untilLast({ state: 'refused', origin: 'daily' })
    expect(await subjectsBefore()).toEqual([])
  })

  it('gets at most five an hour', async () => {
    const versions = ['1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0', '1.8.0']
    site.release(versions.toReversed().map((version) => releaseOf(version, wrong)))
    for (const version of versions) await site.send(site.noticeOf({ tag: `v${version}` }))
    expect(await subjectsBefore()).toEqual(Array.from({ length: 5 }, () => REFUSED))
  })
})
