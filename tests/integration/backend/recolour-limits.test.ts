import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { VARIANTS_MAX } from '#lib/contract/file/colour-variant.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { colourVariants, fileDrawings } from '#backend/db/tables.ts'
import { startTestBackend, testBackend } from '#tests/support/backend.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { reasonOf, recolouringOf } from '#tests/support/recolour.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
const packs = recolouringOf(backend)
beforeEach(() => backend.empty())

describe('what visitors can have stored is bounded', () => {
  const colours = (count: number) =>
    Array.from({ length: count }, (_, at) => `0000${at.toString(16).padStart(2, '0')}`)
  const stored = async () =>
    (await backend.db.select().from(colourVariants)).map(({ colour }) => colour).toSorted()

  it('by the number of colours of a version, of which the least recently used goes', async () => {
    const { fileId } = await packs.add()
    const [first = '', second = '', ...others] = colours(VARIANTS_MAX + 1)
    const last = others.pop() ?? ''
    for (const [at, colour] of [first, second, ...others].entries()) {
      backend.setClock(`2026-06-01T12:00:${String(at).padStart(2, '0')}Z`)
      expect((await packs.download(fileId, colour)).status).toBe(200)
    }
    backend.setClock('2026-06-01T14:00:00Z')
    await packs.download(fileId, first)
    await expect
      .poll(async () => {
        const [row] = await backend.db
          .select()
          .from(colourVariants)
          .where(eq(colourVariants.colour, first))
        return row?.lastUsedAt.toISOString()
      })
      .toBe('2026-06-01T14:00:00.000Z')
    await packs.download(fileId, last)
    expect(await stored()).toEqual([first, ...others, last].toSorted())
    const keys = (await backend.db.select().from(colourVariants)).map(({ key }) => key)
    expect(await Promise.all(keys.map((key) => backend.storage.size(key)))).not.toContain(null)
  })

  it('by the size of all together', async () => {
    const small = await startTestBackend({ variantsMaxBytes: 2_000 })
    try {
      const { fileId } = await recolouringOf(small).add()
      for (const colour of colours(4)) {
        expect((await small.get(`/file/${fileId}/variants/${colour}`)).status).toBe(200)
      }
      const rows = await small.db.select().from(colourVariants)
      const bytes = rows.reduce((sum, { size }) => sum + size, 0)
      expect(bytes).toBeLessThanOrEqual(2_000)
      expect(rows.length).toBeGreaterThan(0)
    } finally {
      await small.stop()
    }
  })

  it('by an hourly number for each network; what is stored already is free', async () => {
    const { fileId } = await packs.add()
    const statuses: number[] = []
    for (let at = 0; at <= 60; at += 1) {
      const colour = `00${at.toString(16).padStart(4, '0')}`
      statuses.push((await packs.ask(`/file/${fileId}/variants/${colour}`)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect((await packs.ask(`/file/${fileId}/variants/00003b`)).status).toBe(200)
    expect(
      (await packs.ask(`/file/${fileId}/variants/abcdef`, { network: '198.51.100.2' })).status,
    ).toBe(200)
  })

  it('by the rate of drawn pictures', async () => {
    const limited = await startTestBackend({ buckets: createBuckets({ factor: 1 }) })
    try {
      const answers = await Promise.all(
        Array.from({ length: 61 }, () => limited.get('/file/none/variants/000000')),
      )
      const codes = answers.map(({ status }) => status)
      expect(codes.filter((status) => status === 429)).toHaveLength(1)
    } finally {
      await limited.stop()
    }
  })

  it('by the size of the drawings of a pack', async () => {
    const { fileId } = await packs.add()
    await backend.db.update(fileDrawings).set({ size: 64 * 1024 * 1024 })
    const answer = await packs.download(fileId)
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'too_costly'])
  })
})
