import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { callApi, registerOver, uploadOver } from '#tests/support/api-client.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import {
  type BackendFault,
  FAULTS,
  forwardTo,
  startFaultyBackend,
} from '#tests/support/faulty-backend.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { startS3, storageUrl, BUCKET } from '#tests/support/s3.ts'
import { firstProjects, pageOf, startSite, timeUntil, visit } from './site.ts'

/** Longest wait for a 503, and for the first good answer after the return, in ms. */
const REFUSED_MS = 10_000
const HEALED_MS = 2_000
/** Longest answer of what needs no storage, in ms. */
const PAGE_MS = 2_000
/** More bytes than a single part of an upload in parts. */
const LARGE_BYTES = 12 * 1024 * 1024

/** A site whose bucket is behind a server that can be made to fail. */
async function startBucketSite() {
  const s3 = await startS3()
  const front = await startFaultyBackend()
  const heal = () => front.behave(forwardTo(`http://127.0.0.1:${s3.port}`))
  heal()
  const STORAGE_URL = storageUrl(Number(new URL(front.url).port), BUCKET)
  const site = await startSite({ variables: { STORAGE_URL } })
  return {
    ...site,
    heal,
    fail: (fault: BackendFault) => front.behave(FAULTS[fault]),
    async stop() {
      await site.stop()
      await front.stop()
      await s3.stop()
    },
  }
}

let site: Awaited<ReturnType<typeof startBucketSite>>
let token = ''
test.beforeAll(async () => {
  site = await startBucketSite()
  token = await registerOver(`${site.backend}/api/v1`, site.dataDir)
})
test.afterAll(() => site?.stop())

const profile = (size: number) => ({
  purpose: 'project',
  name: 'x.flexbar',
  bytes: buildStandardFile('profile', size),
})

async function upload(size: number) {
  const form = new FormData()
  const { purpose, name, bytes } = profile(size)
  form.set('purpose', purpose)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const began = performance.now()
  const answer = await callApi(`${site.backend}/api/v1`, '/file/upload', { token, body: form })
  return { ...envelopeSchema.parse(answer), ms: performance.now() - began }
}

const checks = async () => {
  const { body } = await visit(`${site.base}/readyz`)
  return z.object({ checks: z.record(z.string(), z.string()) }).parse(JSON.parse(String(body)))
    .checks
}

for (const [fault, name] of [
  ['answers 500', 'answers 500'],
  ['never answers', 'answers nothing'],
  ['resets', 'resets connections'],
] as const satisfies [BackendFault, string][]) {
  test(`while the storage ${name}, uploads are a 503 within 10 s, pages are served, and it recovers by itself`, async () => {
    const pids = site.pids()
    const [icon, other] = await firstProjects(site, 'icon')
    const page = `${site.base}${pageOf('icon', icon?.id ?? '')}`
    const file = `${site.base}${icon?.file?.url}`
    const before = await visit(page)
    expect(before.status).toBe(200)

    site.fail(fault)
    let healed = NaN
    try {
      const refused = await Promise.all([upload(4096), upload(LARGE_BYTES), upload(4096)])
      for (const { code } of refused) expect(code).toBe(503)
      const slowest = Math.max(...refused.map(({ ms }) => ms))
      figure(`storage ${name}: the slowest 503 of an upload`, seconds(slowest), '10 s')
      expect(slowest).toBeLessThan(REFUSED_MS)

      // While it is known to fail, no request waits for it.
      const next = await upload(4096)
      expect(next.code).toBe(503)
      figure(`storage ${name}: the next 503`, seconds(next.ms), '10 s')
      expect(next.ms).toBeLessThan(REFUSED_MS)

      const cached = await visit(page)
      expect(cached.body.equals(before.body)).toBe(true)
      const fresh = await visit(`${site.base}/de/home/iconpack/detail/${other?.id}?again=${fault}`)
      expect(fresh.status).toBe(200)
      const slowestPage = Math.max(cached.ms, fresh.ms)
      figure(`storage ${name}: the slower of a stored and a new page`, seconds(slowestPage), '2 s')
      expect(slowestPage).toBeLessThan(PAGE_MS)

      const download = await visit(file)
      expect(download.status).toBe(503)
      expect(envelopeSchema.parse(JSON.parse(String(download.body))).code).toBe(503)
      figure(`storage ${name}: the 503 of a download`, seconds(download.ms), '10 s')
      expect(download.ms).toBeLessThan(REFUSED_MS)
      await timeUntil(async () => (await checks())['files'] === 'failing')
      expect(await checks()).toMatchObject({ backend: 'ok', database: 'ok', files: 'failing' })
    } finally {
      site.heal()
      healed = await timeUntil(async () => (await visit(file)).status === 200)
    }
    figure(`storage ${name}: first good download after its return`, seconds(healed), '2 s')
    expect(healed).toBeLessThan(HEALED_MS)
    await timeUntil(async () => (await checks())['files'] === 'ok')
    await uploadOver(`${site.backend}/api/v1`, token, profile(LARGE_BYTES))
    expect(site.pids()).toEqual(pids)
    expect(site.exits).toEqual([])
  })
}
