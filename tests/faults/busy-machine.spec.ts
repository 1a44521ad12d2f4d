import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { buildIconPack, buildStandardFile } from '#tests/support/containers.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { createPicture } from '#tests/support/images.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { spoiled } from '#tests/support/spoiled-archives.ts'
import { type Creator, startCreator, uploadForm } from './creator.ts'
import { startParts } from './parts.ts'

const LOOPS = 16
const HONEST = 100
const BOMBS = 20
/** Uploads at a time. */
const AT_ONCE = 5
/** The specification's time for an answer to an upload, in ms. */
const WITHIN_MS = 150_000

type File = { purpose: string; name: string; bytes: Uint8Array }

async function honestFiles(): Promise<File[]> {
  const names = Array.from({ length: 40 }, (_, at) => `icon-${at}`)
  const pack = await buildIconPack(...names)
  const kinds: File[] = [
    { purpose: 'project', ...pack },
    { purpose: 'project', name: 'x.flexbar', bytes: buildStandardFile('profile', 200_000) },
    { purpose: 'cover', name: 'c.png', bytes: await createPicture({ width: 1600, height: 1000 }) },
  ]
  return Array.from({ length: HONEST }, (_, at) => kinds[at % kinds.length]).flatMap((file) =>
    file ? [file] : [],
  )
}

async function bombs(): Promise<File[]> {
  const kinds: File[] = [
    {
      purpose: 'project',
      name: 'a.iconpack',
      bytes: await spoiled('contents that inflate beyond measure'),
    },
    {
      purpose: 'project',
      name: 'a.iconpack',
      bytes: rawZip(Array.from({ length: 65_534 }, (_, at) => ({ path: `${at}.svg` }))),
    },
    { purpose: 'cover', name: 'c.png', bytes: await createPicture({ width: 9000, height: 5000 }) },
  ]
  return Array.from({ length: BOMBS }, (_, at) => kinds[at % kinds.length]).flatMap((file) =>
    file ? [file] : [],
  )
}

const answerSchema = z.object({ code: z.number(), reason: z.string().nullish() })

/** Sends a file once. @returns code 0 without an answer, and the seconds after which to try again. */
async function send(base: string, creator: Creator, { purpose, name, bytes }: File) {
  const body = uploadForm(purpose, name, bytes)
  const init = { method: 'POST', headers: creator.headers(), body }
  try {
    const response = await fetch(`${base}/api/v1/file/upload`, init)
    const { code, reason } = answerSchema.parse(await response.json())
    return { code, reason, retryS: Number(response.headers.get('retry-after') ?? Number.NaN) }
  } catch (error) {
    return { code: 0, reason: String(error), retryS: 1 }
  }
}

/**
 * Uploads a file as `keystrip` does: again when the site asks for it, or the connection was reset.
 * @returns the last answer, what the attempts before it met, and the time in ms.
 */
async function upload(base: string, creator: Creator, file: File) {
  const began = performance.now()
  const before: string[] = []
  for (;;) {
    const { code, reason, retryS } = await send(base, creator, file)
    const ms = performance.now() - began
    const mayRetry = (code === 0 || code === 503) && ms + retryS * 1000 < WITHIN_MS
    if (!mayRetry) return { code, reason, before, ms }
    before.push(`${code} ${reason}`)
    await delay(retryS * 1000)
  }
}

test('with 16 busy loops on the processors valid files are accepted, and archive bombs are refused', async () => {
  test.setTimeout(1_200_000)
  const parts = await startParts({ both: { RATE_FACTOR: '1000000', DEMO: '0' } })
  const loops: ChildProcess[] = []
  try {
    const creators = await Promise.all(Array.from({ length: AT_ONCE }, () => startCreator(parts)))
    // Bombs come between honest files.
    const dangerous = await bombs()
    const waiting = (await honestFiles()).flatMap((file, at) => {
      const bomb = at % (HONEST / BOMBS) === 0 ? dangerous.shift() : undefined
      return [{ file, isBomb: false }, ...(bomb ? [{ file: bomb, isBomb: true }] : [])]
    })
    for (let at = 0; at < LOOPS; at += 1) {
      loops.push(spawn(process.execPath, ['-e', 'for (;;) Math.random()'], { stdio: 'ignore' }))
    }
    const results: (Awaited<ReturnType<typeof upload>> & { isBomb: boolean; name: string })[] = []
    await Promise.all(
      creators.map(async (creator) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { file, isBomb } = next
          const result = await upload(parts.base, creator, file)
          results.push({ ...result, isBomb, name: file.name })
        }
      }),
    )
    const honest = results.filter(({ isBomb }) => !isBomb)
    const accepted = honest.filter(({ code, ms }) => code === 200 && ms < WITHIN_MS)
    const refused = results.filter(({ isBomb, code }) => isBomb && code >= 400 && code < 500)
    const slowest = Math.max(...honest.map(({ ms }) => ms))
    const again = honest.filter(({ before }) => before.length > 0)
    console.log({ slowest, again: again.map(({ before }) => before) })
    figure('honest files accepted within 150 s', `${accepted.length} of ${HONEST}`, '100 of 100')
    figure('the slowest of them', seconds(slowest), '150 s')
    figure('of these sent more than once', again.length)
    figure('bombs refused', `${refused.length} of ${BOMBS}`, '20 of 20')
    const wrong = results.filter((one) => !accepted.includes(one) && !refused.includes(one))
    expect(wrong).toEqual([])
    expect([accepted.length, refused.length]).toEqual([HONEST, BOMBS])
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    await parts.stop()
  }
})
