import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountExportSchema } from '#lib/contract/account/export.ts'
import { DRAFTS_MAX } from '#lib/contract/kept-form.ts'
import { newId } from '#backend/db/new-id.ts'
import { accounts, keptForms, projectLog } from '#backend/db/tables.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { headOnly } from '#tests/support/head.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

const backend = await testBackend()
let token = ''
beforeEach(async () => {
  await backend.empty()
  token = await registeredByMail(backend)
})

const exported = async () => {
  const { data } = await clientOf(backend).ask('/account/export', { token })
  return accountExportSchema.parse(data)
}

describe('the export of an account', () => {
  it('has versions with notes and files, one that waits, counts by day, and the log with versions', async () => {
    const { id, file } = await publishProject(backend, token, { notes: 'First **of all**' })
    const file_id = await uploadFile(backend, token, { bytes: (await buildIconPack('star')).bytes })
    const publish_at = '2026-06-02T12:00:00.000Z'
    const body = { id, version: '2.0.0', file_id, notes: 'Later', publish_at }
    await clientOf(backend).ask('/icon', { method: 'PUT', token, body })
    const event = { kind: 'icon', id, event: 'view' }
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }
    await backend.get('/statistic/record', { method: 'POST', headers, body: JSON.stringify(event) })
    const { versions, counts, log } = await exported()
    expect(versions).toMatchObject([
      {
        project_id: id,
        version: '1.0.0',
        notes: 'First **of all**',
        publish_at: null,
        files: [{ url: file?.url, sha256: file?.sha256 }],
      },
      { project_id: id, version: '2.0.0', notes: 'Later', publish_at, files: [{}] },
    ])
    expect(counts).toEqual([[id, '2026-06-01', 'view', 1]])
    expect(log).toMatchObject([
      { event: 'published', version: '1.0.0', token: null },
      { event: 'scheduled', version: '2.0.0' },
    ])
  })

  it('has lists of any length, of which a part is in memory', async () => {
    const { id } = await publishProject(backend, token, {})
    const [uid = ''] = (await backend.db.select().from(accounts)).map((row) => row.uid)
    const now = new Date('2026-06-01T12:00:00Z')
    const content = JSON.stringify({ text: 'x'.repeat(60_000) })
    const forms = Array.from({ length: 3 * DRAFTS_MAX + 1 }, (_, at) => ({
      id: newId(),
      uid,
      content,
      createdAt: now,
      kind: 'icon' as const,
      title: `Draft ${at}`,
    }))
    await backend.db.insert(keptForms).values(forms)
    const log = Array.from({ length: 2001 }, () => ({
      projectId: id,
      at: now,
      event: 'changed' as const,
      uid,
    }))
    await backend.db.insert(projectLog).values(log)
    const all = await exported()
    expect(all.drafts?.map(({ title }) => title).toSorted()).toEqual(
      forms.map(({ title }) => title).toSorted(),
    )
    expect(all.log).toHaveLength(2002)
  })

  it('is sent once at a time, until it was read or its client has left', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const ask = (method = 'GET') =>
      backend.app.request('/api/v1/account/export', { method, headers })
    const first = await ask()
    const second = await headOnly(ask())
    expect(second).toMatchObject({ status: 503 })
    expect(second.headers.get('retry-after')).toBe('1')
    await first.body?.cancel()
    expect((await headOnly(ask('HEAD'))).status).toBe(200)
    expect((await exported()).account.username).toBe('ada_lovelace')
    expect((await exported()).account.username).toBe('ada_lovelace')
  })

  it('breaks off at an error, so that no client takes it for whole', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await backend.app.request('/api/v1/account/export', { headers })
    await backend.db.execute(sql`ALTER TABLE project_log RENAME TO moved_log`)
    try {
      expect(status).toBe(200)
      await expect(new Response(body).text()).rejects.toThrow('Failed query')
    } finally {
      await backend.db.execute(sql`ALTER TABLE moved_log RENAME TO project_log`)
    }
    expect((await exported()).log).toEqual([])
  })

  it('has nothing of other accounts', async () => {
    const other = await registeredByMail(backend, { username: 'evening', email: 'eve@example.com' })
    await publishProject(backend, other, { notes: 'Of another account' })
    expect(await exported()).toMatchObject({ versions: [], counts: [], log: [] })
  })
})

describe('the deletion of an account', () => {
  it('is mailed to its address', async () => {
    const proof = { username: 'ada_lovelace', password: 'engine-1843' }
    const deleted = await clientOf(backend).post('/account/delete', proof, token)
    expect(deleted).toMatchObject({ code: 200 })
    await waitFor(() =>
      expect(backend.messages.at(-1)).toMatchObject({
        to: 'ada@example.com',
        subject: expect.stringContaining('was deleted'),
      }),
    )
  })
})
