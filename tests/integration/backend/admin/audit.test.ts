import { beforeEach, describe, expect, it } from 'vitest'
import { auditItemSchema, auditPageSchema } from '#lib/contract/admin/audit.ts'
import { audit } from '#backend/db/tables.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { withRole } from '#tests/support/roles.ts'

let administrator: string
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  administrator = await withRole(backend, 'administrator')
})

const ENTRY = {
  action: 'hide',
  kind: 'icon',
  projectId: 'orchard-1',
  title: 'Orchard',
  author: 'ada_lovelace',
  reason: 'Copied',
  by: 'grace',
  at: new Date('2026-06-01T12:00:00Z'),
} as const

/** Entries of the log, the oldest first. */
const filled = (entries: Partial<typeof audit.$inferInsert>[]) =>
  backend.db.insert(audit).values(entries.map((entry) => ({ ...ENTRY, ...entry })))

const page = async (query = '') =>
  auditPageSchema.parse(
    (await clientOf(backend).ask(`/admin/audit${query}`, { token: administrator })).data,
  )

async function exported(name: string): Promise<string> {
  const address = `/api/v1/admin/audit/export.${name}`
  const headers = { authorization: `Bearer ${administrator}` }
  const response = await backend.app.request(address, { headers })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return response.text()
}

describe('the audit log', () => {
  it('is read in pages to its end, newest first', async () => {
    await filled(Array.from({ length: 120 }, (_, at) => ({ reason: `reason ${at}` })))
    const reasons: string[] = []
    let query = ''
    for (let pages = 0; pages < 3; pages += 1) {
      const { items, next } = await page(query)
      reasons.push(...items.map(({ reason }) => reason))
      query = `?after=${next}`
    }
    expect(reasons).toEqual(Array.from({ length: 120 }, (_, at) => `reason ${119 - at}`))
    expect(query).toBe('?after=null')
  })

  it('is filtered by action, by who acted, and by a part of title, name or id', async () => {
    await filled([
      { title: '100 % apples' },
      { action: 'restore', by: 'eve' },
      { author: 'evening', projectId: 'plums-1' },
    ])
    const found = async (query: string) => (await page(query)).items.length
    expect(await found('?action=restore')).toBe(1)
    expect(await found('?by=grace')).toBe(2)
    expect(await found('?q=EVENING')).toBe(1)
    expect(await found('?q=plums-1')).toBe(1)
    expect(await found('?q=100%20%25')).toBe(1)
    expect(await found('?q=%25')).toBe(1)
    expect(await found('?action=restore&by=grace')).toBe(0)
  })

  it('is exported as JSON lines, oldest first', async () => {
    await filled(Array.from({ length: 1001 }, (_, at) => ({ reason: `reason ${at}` })))
    const lines = (await exported('jsonl')).trimEnd().split('\n')
    expect(lines).toHaveLength(1001)
    const [first] = lines.map((line) => auditItemSchema.parse(JSON.parse(line)))
    expect(first).toMatchObject({ reason: 'reason 0', id: 'orchard-1' })
  })

  it('is exported as CSV that no spreadsheet runs', async () => {
    await filled([{ title: '=HYPERLINK("https://evil.example")', reason: 'a, "b"\nc' }])
    const text = await exported('csv')
    expect(text.split('\r\n')[0]).toMatch(/^n,at,action,/)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).toContain('"a, ""b""\nc"')
  })
})
