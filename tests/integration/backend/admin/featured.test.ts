import { beforeEach, describe, expect, it } from 'vitest'
import { settingsAnswerSchema, shownSettingsSchema } from '#lib/contract/admin/settings.ts'
import { turnSettings } from '#backend/services/setting/settings.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(() => backend.empty())

const PATH = 'api/v1/admin/settings'
async function change(values: Record<string, string>) {
  const { revision } = settingsAnswerSchema.parse((await operator(backend, PATH)).data)
  return operator(backend, PATH, { revision, values }, OPERATOR_SECRET, 'PUT')
}
async function shown() {
  const headers = { 'x-internal-secret': OPERATOR_SECRET }
  return shownSettingsSchema.parse((await backend.get('/index/settings', { headers })).data)
}

describe('featured projects', () => {
  const page = 'https://keys.example/ja/home/iconpack/detail/'

  it('are shown on their days, in their order, each change heard of once', async () => {
    const ids = [await backend.add({}), await backend.add({})]
    const list = [`${page}${ids[0]} 2026-06-02 2026-06-03`, `${page}${ids[1]}`]
    expect(await change({ featured: list.join('\n') })).toMatchObject({ code: 200 })
    const [first, second] = ids.map((id) => `/home/iconpack/detail/${id}`)
    expect((await shown()).values.featured).toBe(second)
    const begins = new Date('2026-06-02T00:00:00Z')
    const ends = new Date('2026-06-04T00:00:00Z')
    for (const [now, expected] of [
      [begins, `${first} 2026-06-02 2026-06-03\n${second}`],
      [ends, second],
    ] as const) {
      backend.setClock(now.toISOString())
      expect(await turnSettings(backend.db, now)).toBe(true)
      expect(await turnSettings(backend.db, now)).toBe(false)
      expect((await shown()).values.featured).toBe(expected)
    }
  })

  it('are refused where one does not exist', async () => {
    const id = await backend.add({})
    const values = { featured: `${page}${id}\n${page}missing` }
    expect(await change(values)).toMatchObject({
      reason: 'setting_refused',
      fields: ['featured'],
      details: { problem: 'no_project' },
    })
  })
})
