import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DELIVERIES_MAX } from '#lib/contract/release.ts'
import { eventHeaders, pingEvent, releaseEvent } from '#tests/support/github-events.ts'
import type { Subject } from '#tests/support/github-objects.ts'
import { releaseOf, sendNotice, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

let events = 1000
const site = await stoppedAtEnd(startReleases())
beforeEach(() => site.begin())

/** The repository of the plugin, as GitHub's webhooks name it. */
async function subjectOf(): Promise<Subject> {
  const { rows } = await site.backend.db.execute(sql`SELECT repository_id FROM projects`)
  const id = z.object({ repository_id: z.coerce.number() }).parse(rows[0]).repository_id
  return { owner: 'ENIAC-Tech', name: 'Plugin-Example', id, ownerId: 4711 }
}
/** Sends a webhook of GitHub. */
function send(event: string, body: object) {
  const id = `72d3162e-cc78-11e3-81ab-4c9367dc${(events += 1)}`
  const headers = eventHeaders(event, id, site.plugin.secret, JSON.stringify(body))
  return sendNotice(site.backend, body, headers)
}

describe('a webhook of GitHub', () => {
  it('publishes a release; its ping and other events change nothing', async () => {
    const release = releaseOf('1.2.0')
    site.release([release])
    const subject = await subjectOf()
    const facts = { tag: release.tag, assets: release.assets }
    const ping = pingEvent(subject, 'https://icons.example/api/v1/plugins/webhook')
    expect(await send('ping', ping)).toMatchObject({ status: 200, data: { delivery: null } })
    for (const action of ['created', 'released', 'deleted'] as const) {
      expect(await send('release', releaseEvent(subject, { ...facts, action }))).toMatchObject({
        status: 200,
        data: { delivery: null },
      })
    }
    expect(await site.items()).toEqual([])
    expect(await send('release', releaseEvent(subject, facts))).toMatchObject({
      data: { delivery: { state: 'published', origin: 'github' } },
    })
  })

  it('is accepted once, whatever its headers are', async () => {
    site.release([releaseOf('1.2.0')])
    const body = releaseEvent(await subjectOf(), { tag: 'v1.2.0' })
    expect(await send('release', body)).toMatchObject({ data: { delivery: { origin: 'github' } } })
    for (const event of ['release', 'ping', '']) {
      expect(await send(event, body)).toMatchObject({ status: 409, reason: 'notice_replayed' })
    }
    expect(await site.items()).toHaveLength(1)
  })

  it('is still known when as many other deliveries came after it as are listed', async () => {
    site.release([releaseOf('1.2.0')])
    const body = releaseEvent(await subjectOf(), { tag: 'v1.2.0' })
    await send('release', body)
    for (let at = 0; at < DELIVERIES_MAX; at += 1) await site.abandoned()
    expect(await send('release', body)).toMatchObject({ reason: 'notice_replayed' })
    expect(await site.items()).toHaveLength(DELIVERIES_MAX)
  })

  it(
    'is answered before GitHub counts it as failed, though the release takes longer',
    { tags: 'long' },
    async () => {
      site.release([releaseOf('1.2.0')])
      const event = releaseEvent(await subjectOf(), { tag: 'v1.2.0' })
      site.github.behave(() => true)
      const begun = performance.now()
      expect(await send('release', event)).toMatchObject({
        status: 200,
        data: { delivery: { state: 'waiting' } },
      })
      expect(performance.now() - begun).toBeLessThan(10_000)
    },
  )
})
