// @module-tag long
import type { ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { JOB, packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

/** Longer than any test: the limits that a test is not about. */
const NEVER = { answerMs: 600_000, downloadMs: 600_000, releaseMs: 600_000 }

const drips: NodeJS.Timeout[] = []
const site = await stoppedAtEnd(
  startReleases({ releaseTimes: { answerMs: 300 }, noticeTimes: { waitMs: 200 } }),
)
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
function trickle(res: ServerResponse): void {
  let at = 0
  drips.push(setInterval(() => res.write(bytes.subarray(at, (at += 1))), 50))
}

/** Runs the job of a delivery with these limits. @returns its error, what the delivery says, and whether files are left. */
async function run(times: Partial<typeof NEVER>) {
  const handler = site.handler({ releaseTimes: { ...NEVER, ...times } })
  const before = await storedFiles(site.backend)
  const ended = handler.run(await site.abandoned(), JOB)
  const error = await ended.then(
    () => '',
    (thrown: unknown) => String(thrown),
  )
  const [delivery] = await site.items()
  const isClean = isDeepStrictEqual(await storedFiles(site.backend), before)
  return { error, delivery, isClean }
}
const given = (reason: string) => ({
  error: `Error: release: ${reason}`,
  delivery: { state: 'waiting', reason },
  isClean: true,
})

describe('a package that GitHub sends too slowly is given up, and the delivery waits', () => {
  it.each<[string, (res: ServerResponse) => unknown]>([
    ['without an answer', () => true],
    ['without a first byte', (res) => res.flushHeaders()],
    ['with silence in the middle', (res) => res.write(bytes.subarray(0, 100))],
  ])('%s', async (_, answer) => {
    answerAssets((res) => void answer(res))
    expect(await run({ answerMs: 300 })).toMatchObject(given('asset_unreachable'))
  })

  it('with a byte at a time', async () => {
    answerAssets(trickle)
    expect(await run({ downloadMs: 1200 })).toMatchObject(given('asset_unreachable'))
  })

  it('with an error that has no end', async () => {
    answerAssets((res) => trickle(res.writeHead(500)))
    expect(await run({})).toMatchObject(given('asset_unreachable'))
  })
})

describe('the time of a release ends', () => {
  it('the download of many packages that are each quick enough', async () => {
    const names = PACKAGE_PLATFORMS.map((platform) => `a.${platform.replace('-', '.')}.flexplugin`)
    const assets = Object.fromEntries(names.map((name) => [name, bytes]))
    site.release([releaseOf('1.2.0', { assets })])
    answerAssets((res) => void drips.push(setTimeout(() => res.end(bytes), 150)))
    expect(await run({ releaseMs: 1200 })).toMatchObject(given('asset_unreachable'))
  })

  it('the wait for an API that does not answer', async () => {
    site.github.behave((_, path) => path.endsWith('/releases/latest'))
    const begun = performance.now()
    expect(await run({ releaseMs: 1200 })).toMatchObject(given('github_slow'))
    // A request alone may take 5 s.
    expect(performance.now() - begun).toBeLessThan(4500)
  })
})

it('a backend that stops does not wait for GitHub, and leaves the delivery as it is', async () => {
  const stopping = new AbortController()
  answerAssets(() => void stopping.abort())
  const stopped = site
    .handler({ releaseTimes: NEVER })
    .run(await site.abandoned(), { ...JOB, signal: stopping.signal })
  await expect(stopped).rejects.toThrow('cannot be downloaded')
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
