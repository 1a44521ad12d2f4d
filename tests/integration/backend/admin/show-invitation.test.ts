import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { INVITATION_FILE, showInvitation } from '#backend/services/role/show-invitation.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'invitation-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const INVITATION = {
  role: 'administrator',
  path: '/admin/invitation?code=abc',
  expires_at: '2026-06-02T12:00:00.000Z',
} as const
const url = 'https://keystrip.example'
const LINK = 'https://keystrip.example/admin/invitation?code=abc'

it('goes to the terminal, and then to no file', async () => {
  const lines: string[] = []
  await showInvitation(INVITATION, { url, dataDir, print: (line) => void lines.push(line) })
  expect(lines).toEqual([expect.stringContaining(LINK)])
  await expect(stat(path.join(dataDir, INVITATION_FILE))).rejects.toMatchObject({ code: 'ENOENT' })
})

it('without a terminal goes to a file that its owner alone can read', async () => {
  await showInvitation(INVITATION, { url, dataDir, print: undefined })
  const file = path.join(dataDir, INVITATION_FILE)
  expect(await readFile(file, 'utf8')).toContain(`until 2026-06-02 12:00 UTC: ${LINK}\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
