import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountExportSchema } from '#lib/contract/account/export.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
let token = ''
beforeEach(async () => {
  await backend.empty()
  backend.messages.length = 0
  backend.setClock('2026-06-01T12:00:00Z')
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
