// @module-tag long
import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutcomes } from '#backend/services/release/outcomes.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { NAME, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { waitFor } from '#tests/support/wait.ts'

/** A release that GitHub never sends: longer than any test. */
const TIMES = { answerMs: 600_000, downloadMs: 600_000, releaseMs: 600_000 }
const OTHER = 'ENIAC-Tech/Other'

const site = await stoppedAtEnd(startReleases({ releaseTimes: TIMES }))
beforeEach(() => site.begin())

/** Requests for packages that are not answered before the end of the test. */
const held: ServerResponse[] = []
afterEach(() => {
  for (const res of held.splice(0)) res.destroy()
})
/** Leaves requests for the packages of a repository unanswered. */
function hang(name: string) {
  site.github.behave((res, path) => {
    const isHeld = path.startsWith(`/repos/${name}/releases/assets/`)
    if (isHeld) held.push(res)
    return isHeld
  })
}

describe('a release that GitHub never sends', () => {
  it('keeps neither uploads nor the releases of others waiting, however often it is announced', async () => {
    const other = await site.add(OTHER)
    site.release([releaseOf('1.2.0')])
    site.release([releaseOf('2.0.0')], {}, OTHER)
    hang(NAME)
    for (let at = 0; at < 6; at += 1) await site.look()
    await waitFor(() => expect(held).toHaveLength(1))
    await site.look(other.id)
    await site.untilLast({ state: 'published', version: '2.0.0' }, other.id)
    await uploadFile(site.backend, site.plugin.token, await buildIconPack('sun'))
    expect(held, 'a project downloads once at a time').toHaveLength(1)
    expect(await site.items()).toHaveLength(6)
  })

  it('lets three of its notices wait; the others are answered at once', async () => {
    site.release([releaseOf('1.2.0')])
    hang(NAME)
    let answered = 0
    const sent = Array.from({ length: 8 }, async () => {
      const answer = await site.send()
      answered += 1
      return answer
    })
    await waitFor(() => expect(answered).toBe(5))
    await site.backend.db.execute(sql`UPDATE release_deliveries SET state = 'unchanged'`)
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
  })
})

describe('notices that wait', () => {
  const outcomesOf = (waitMs: number) => createOutcomes(site.backend.db, { waitMs })
  const waits = { isWebhook: false, gone: new AbortController().signal }
  async function waiting() {
    site.release([releaseOf('1.2.0')])
    hang(NAME)
    await site.look()
    return (await site.items())[0]?.id ?? ''
  }

  it('are at most 16 of all projects together', async () => {
    const id = await waiting()
    const outcomes = outcomesOf(600_000)
    let answered = 0
    const all = Array.from({ length: 20 }, async (_, at) => {
      await outcomes.outcomeOf({ id, projectId: `project${at}` }, waits)
      answered += 1
    })
    await waitFor(() => expect(answered).toBe(4))
    await site.backend.db.execute(sql`UPDATE release_deliveries SET state = 'unchanged'`)
    await Promise.all(all)
    // Their places are free again.
    let isAnswered = false
    await site.backend.db.execute(sql`UPDATE release_deliveries SET state = 'waiting'`)
    const last = outcomes.outcomeOf({ id, projectId: 'project1' }, waits).then((delivery) => {
      isAnswered = true
      return delivery
    })
    await site.items()
    expect(isAnswered).toBe(false)
    await site.backend.db.execute(sql`UPDATE release_deliveries SET state = 'refused'`)
    expect(await last).toMatchObject({ state: 'refused' })
  })

  it('end after their time, and when no request waits any more', async () => {
    const id = await waiting()
    const awaited = { id, projectId: site.plugin.id }
    expect(await outcomesOf(50).outcomeOf(awaited, waits)).toMatchObject({ state: 'waiting' })
    const gone = new AbortController()
    const left = outcomesOf(600_000).outcomeOf(awaited, { ...waits, gone: gone.signal })
    gone.abort()
    expect(await left).toMatchObject({ state: 'waiting' })
  })
})
