import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PACKAGE_PLATFORMS } from '#lib/contract/plugin-package.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { JOB, NOTHING_NEW, packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'

const TIMES = { answerMs: 300, downloadMs: 1200 }
let site: Awaited<ReturnType<typeof startReleases>>
const drips: NodeJS.Timeout[] = []
beforeAll(async () => {
  site = await startReleases({ releaseTimes: TIMES, noticeTimes: { waitMs: 200 } })
})
afterAll(() => site.stop())
beforeEach(async () => {
  await site.begin()
  site.release([releaseOf('1.2.0')])
})
afterEach(() => {
  for (const drip of drips.splice(0)) clearInterval(drip)
})

const bytes = packageOf('1.2.0')
/** Answers requests for assets; everything else is answered as usual. */
const answerAssets = (answer: (res: ServerResponse) => unknown) =>
  site.github.behave((res, path) => (path.includes('/releases/assets/') ? answer(res) : false))

/** Sends bytes one at a time, for ever. */
function trickle(res: ServerResponse) {
  let at = 0
  drips.push(setInterval(() => res.write(bytes.subarray(at, (at += 1))), 50))
}

const UNREACHABLE = { state: 'waiting', reason: 'asset_unreachable', ...NOTHING_NEW }

describe('a package that GitHub sends too slowly is given up, and the delivery waits', () => {
  it.each<[string, (res: ServerResponse) => unknown]>([
    ['without an answer', () => true],
    ['without a first byte', (res) => res.flushHeaders()],
    ['with a byte at a time', trickle],
    ['with silence in the middle', (res) => res.write(bytes.subarray(0, 100))],
    [
      'with an error that has no end',
      (res) => {
        res.writeHead(500)
        trickle(res)
      },
    ],
  ])('%s', async (_, answer) => {
    answerAssets((res) => void answer(res))
    expect(await site.outcome()).toMatchObject(UNREACHABLE)
  })
})

describe('the time of a release ends', () => {
  const handler = () => site.handler({ releaseTimes: { releaseMs: 1200 } })

  it('the download of many packages that are each quick enough', async () => {
    const names = PACKAGE_PLATFORMS.map((platform) => `a.${platform.replace('-', '.')}.flexplugin`)
    const assets = Object.fromEntries(names.map((name) => [name, bytes]))
    site.release([releaseOf('1.2.0', { assets })])
    answerAssets((res) => void drips.push(setTimeout(() => res.end(bytes), 150)))
    const before = await storedFiles(site.backend)
    await expect(handler().run(await site.abandoned(), JOB)).rejects.toThrow('asset_unreachable')
    expect(await site.items()).toMatchObject([{ state: 'waiting', reason: 'asset_unreachable' }])
    expect(await storedFiles(site.backend)).toEqual(before)
  })

  it('the wait for an API that does not answer', async () => {
    site.github.behave((_, path) => path.endsWith('/releases/latest'))
    const id = await site.abandoned()
    const begun = performance.now()
    await expect(handler().run(id, JOB)).rejects.toThrow('github_slow')
    // A request alone may take 5 s.
    expect(performance.now() - begun).toBeLessThan(4500)
  })
})

it('a backend that stops does not wait for GitHub, and leaves the delivery as it is', async () => {
  const stopping = new AbortController()
  answerAssets(() => void stopping.abort())
  const run = site
    .handler({ releaseTimes: { answerMs: 600_000, downloadMs: 600_000 } })
    .run(await site.abandoned(), { ...JOB, signal: stopping.signal })
  await expect(run).rejects.toThrow('cannot be downloaded')
  expect(await site.items()).toMatchObject([{ state: 'waiting', reason: null }])
})

it('a delivery that waits for GitHub is answered after a while, and published later', async () => {
  answerAssets(() => true)
  expect(await site.send()).toMatchObject({ status: 200, data: { delivery: { state: 'waiting' } } })
  await site.untilLast({ reason: 'asset_unreachable' })
  site.github.behave(null)
  await site.hurry()
  await site.untilLast({ state: 'published', reason: null })
})
