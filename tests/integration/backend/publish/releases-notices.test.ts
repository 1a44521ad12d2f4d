import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { releaseDeliveries } from '#backend/db/tables.ts'
import { NOTICE_SECONDS, NOTICES_PER_HOUR } from '#lib/contract/release.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import {
  newSecret,
  NOW,
  releaseOf,
  sendNotice,
  signed,
  startReleases,
} from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const SECONDS = Date.parse(NOW) / 1000

const site = await stoppedAtEnd(startReleases())
beforeEach(() => site.begin())

describe('a notice that is refused', () => {
  const unwritten = async () => ({
    deliveries: await site.backend.db.$count(releaseDeliveries),
    jobs: await site.backend.db.$count(sql`jobs`),
    asked: site.github.asked.length,
  })

  it.each([
    [
      'without a signature',
      () => sendNotice(site.backend, site.noticeOf(), {}),
      401,
      'notice_unsigned',
    ],
    ['with another secret', () => site.send(site.noticeOf(), 'x'.repeat(43)), 403, 'notice_forged'],
    [
      'with the signature of another body',
      () => sendNotice(site.backend, site.noticeOf(), signed(site.plugin.secret, site.noticeOf())),
      403,
      'notice_forged',
    ],
    [
      'with a cut signature',
      () => sendNotice(site.backend, site.noticeOf(), { 'x-hub-signature-256': 'sha256=00' }),
      403,
      'notice_forged',
    ],
    [
      'of another repository',
      () => site.send(site.noticeOf({ repo_url: 'https://github.com/eve/x' })),
      403,
      'notice_forged',
    ],
    [
      'of no repository',
      () => site.send(site.noticeOf({ repo_url: 'https://x.test' })),
      403,
      'notice_forged',
    ],
    [
      'of another plugin of the repository',
      () => site.send(site.noticeOf({ manifest_uuid: 'com.eniac.other' })),
      403,
      'notice_foreign',
    ],
    [
      'from the past',
      () => site.send(site.noticeOf({ timestamp: SECONDS - NOTICE_SECONDS - 1 })),
      403,
      'notice_expired',
    ],
    [
      'from the future',
      () => site.send(site.noticeOf({ timestamp: SECONDS + NOTICE_SECONDS + 1 })),
      403,
      'notice_expired',
    ],
    ['without its fields', () => site.send({ tag: 'v1.2.0' }), 400, 'invalid_input'],
    [
      'with an id that is none',
      () => site.send(site.noticeOf({ delivery_id: '../x' })),
      400,
      'invalid_input',
    ],
    [
      'with a tag that no database stores',
      () => site.send(site.noticeOf({ tag: 'v1\ud800' })),
      400,
      'invalid_input',
    ],
  ])('%s leaves nothing behind', async (_, sent, status, reason) => {
    const before = await unwritten()
    expect(await sent()).toMatchObject({ status, reason })
    expect(await unwritten()).toEqual(before)
  })

  it('is one that came before, and one by a secret that was renewed', async () => {
    site.release([releaseOf('1.2.0')])
    const body = site.noticeOf()
    expect(await site.send(body)).toMatchObject({ status: 200 })
    expect(await site.send(body)).toMatchObject({ status: 409, reason: 'notice_replayed' })
    const old = site.plugin.secret
    site.plugin.secret = await newSecret(site.backend, site.plugin.id, site.plugin.token)
    expect(await site.send(site.noticeOf(), old)).toMatchObject({ reason: 'notice_forged' })
    expect(await site.send()).toMatchObject({ status: 200 })
  })
})

describe('a replayed notice', () => {
  const REPLAYS = NOTICES_PER_HOUR + 1

  it('of a workflow does not count against the limit of its plugin', async () => {
    site.release([releaseOf('1.2.0')])
    const body = site.noticeOf()
    await site.send(body)
    for (let at = 0; at < REPLAYS; at += 1) {
      expect(await site.send(body)).toMatchObject({ status: 409, reason: 'notice_replayed' })
    }
    site.release([releaseOf('1.3.0')])
    expect(await site.send(site.noticeOf({ tag: 'v1.3.0' }))).toMatchObject({ status: 200 })
  })

  it('beyond the limit is refused, and can be sent again later', { tags: 'long' }, async () => {
    site.release([releaseOf('1.2.0')])
    for (let at = 0; at < NOTICES_PER_HOUR; at += 1) await site.send()
    const body = site.noticeOf()
    expect(await site.send(body)).toMatchObject({ status: 429 })
    const rows = await site.backend.db.$count(releaseDeliveries)
    expect(rows).toBe(NOTICES_PER_HOUR)
    await site.backend.db.execute(sql`DELETE FROM rate_limits`)
    expect(await site.send(body)).toMatchObject({ status: 200 })
  })
})

describe('the releases of a plugin', () => {
  it('are those of its author alone', async () => {
    const eve = await registered(site.backend, { username: 'evening', email: 'eve@example.com' })
    const { ask } = clientOf(site.backend)
    for (const [path, method, body] of [
      ['releases', 'GET', undefined],
      ['releases', 'PUT', { is_daily: false }],
      ['releases/secret', 'POST', {}],
      ['releases/check', 'POST', { is_test: true }],
    ] as const) {
      const request = { method, ...(body && { body }) }
      expect(
        await ask(`/plugin/${site.plugin.id}/${path}`, { ...request, token: eve }),
      ).toMatchObject({
        code: 404,
      })
      expect(await ask(`/plugin/${site.plugin.id}/${path}`, request)).toMatchObject({ code: 401 })
    }
  })

  it('have the time when the secret was made, and never the secret', async () => {
    const said = await clientOf(site.backend).ask(`/plugin/${site.plugin.id}/releases`, {
      token: site.plugin.token,
    })
    expect(said.data).toMatchObject({ secret_created_at: new Date(NOW).toISOString() })
    expect(JSON.stringify(said.data)).not.toContain(site.plugin.secret)
  })
})
