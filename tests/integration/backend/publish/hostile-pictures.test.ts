// @module-tag long
import { afterAll, describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { WorkerError } from '#lib/worker/error.ts'
import { seeded } from '#demo/seed.ts'
import { acceptOutputSchema } from '#backend/services/picture/messages.ts'
import { ACCEPT_LIMITS } from '#backend/services/picture/work.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { createApng } from '#tests/support/animations.ts'
import { HOSTILE_PICTURES, largestAvif, spoiledPictures } from '#tests/support/hostile-pictures.ts'
import { isWhole } from '#tests/support/whole.ts'
import { PAYER } from '#tests/support/payer.ts'

const MB = 1024 * 1024
/** Stricter than the limits of uploads. */
const LIMITS = { cpuMs: 10_000, rssBytes: 500 * MB }
/** Pictures that take seconds; the interlaced one takes longest. */
const LARGE = new Set([
  '40 megapixels of one colour as PNG',
  '40 megapixels in 2 kB of WebP',
  '40 megapixels, progressive JPEG',
])
const pool = createBackendPool()
afterAll(() => pool.close())

async function outcome(bytes: Uint8Array, limits = LIMITS) {
  const input = { bytes, widths: [320, 768, 1200] }
  try {
    const answer = await pool.run(PAYER, 'accept-picture', input, { limits })
    return 'refused' in acceptOutputSchema.parse(answer) ? 'refused' : 'taken'
  } catch (error) {
    return error instanceof WorkerError ? `killed for ${error.reason}` : 'thrown'
  }
}

describe('within 10 s of processor time and 500 MB resident', () => {
  it.each(HOSTILE_PICTURES.filter(([what]) => isWhole || !LARGE.has(what)))(
    '%s is %s',
    async (_, expected, make) => {
      const bytes = await make()
      expect(bytes.length).toBeLessThanOrEqual(IMAGE_MAX_BYTES)
      expect(expected.split(' or ')).toContain(await outcome(bytes))
    },
  )
})

it.runIf(isWhole)(
  '40 megapixels of AVIF are accepted within the limits of uploads, and killed within smaller ones',
  async () => {
    const bytes = await largestAvif()
    expect(await outcome(bytes, ACCEPT_LIMITS)).toBe('taken')
    expect(await outcome(bytes)).toBe('killed for memory')
  },
)

it.runIf(isWhole)(
  '100 megapixels of an animation are accepted within the limits of uploads',
  async () => {
    const bytes = createApng(
      Array.from({ length: 100 }, (_, at) => ({ colour: [at, 90, 60, 255] })),
      { width: 1000, height: 1000 },
    )
    expect(bytes.length).toBeLessThanOrEqual(IMAGE_MAX_BYTES)
    expect(await outcome(bytes, ACCEPT_LIMITS)).toBe('taken')
  },
)

it('pictures with random changed bytes crash no process', async () => {
  for (const bytes of await spoiledPictures(isWhole ? 25 : 8, seeded('spoiled'))) {
    expect(['taken', 'refused']).toContain(await outcome(bytes))
  }
}, 300_000)
