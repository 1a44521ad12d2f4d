import { chmod, mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { reportFailure } from '#backend/report-failure.ts'
import { createApp } from '#backend/app.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { envelopeOf } from '#lib/contract/envelope.ts'
import { readinessSchema } from '#lib/contract/health.ts'
import { VERSION } from '#lib/version.ts'
import { createSender } from '#backend/mail/sender.ts'
import { createFailureLog } from '#lib/log/failures.ts'
import { describeError } from '#lib/log/text.ts'
import { quietParts, testBackend } from '#tests/support/backend.ts'
import { headOnly } from '#tests/support/head.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

let logged = ''
const folder = await scratchFolder()
/** Where messages are kept; the tests put a file in its place. */
const mail = path.join(folder, 'mail')
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString()
    done()
  },
})
const log = pino({ serializers: { err: describeError } }, sink)
const failures = createFailureLog(log)
const send = createSender({
  server: undefined,
  from: 'site@example.com',
  folder: mail,
  onSent: () => failures.works('mail'),
  onSaved: () => undefined,
})
const backend = await testBackend({ send, log, failures })

const askForCode = (email: string) =>
  backend.get('/sms/verify_code', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: email }),
  })

describe('a code whose message cannot be saved', () => {
  it('is a 503 with a message, and the next code can be requested at once', async () => {
    // As on a full disk: nothing can be made there.
    await writeFile(mail, '')
    logged = ''
    for (let time = 0; time < 2; time += 1) {
      expect(await askForCode('ada@example.com')).toMatchObject({
        status: 503,
        code: 503,
        reason: 'mail_failed',
      })
    }
    await rm(mail)
    expect(await askForCode('ada@example.com')).toMatchObject({ status: 200 })
    const lines = logged.split('\n').filter((line) => line.includes('"subsystem":"mail"'))
    expect(lines).toEqual([
      expect.stringMatching(/"level":50.*"code":"(?:ENOTDIR|EEXIST)".*"msg":"mail failed"/),
      expect.stringMatching(/"level":40.*"failuresSince":1.*"msg":"mail works again"/),
    ])
    expect(logged).not.toContain('request failed')
  })

  it.runIf(process.getuid?.() !== 0)('because of the rights of the folder too', async () => {
    await mkdir(mail, { recursive: true })
    await chmod(mail, 0o500)
    expect(await askForCode('bob@example.com')).toMatchObject({ status: 503 })
    await chmod(mail, 0o700)
  })

  it('because the database is on a full disk too', async () => {
    await backend.db.execute(sql`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`)
    await backend.db.execute(
      sql`CREATE TRIGGER no_room BEFORE INSERT ON codes EXECUTE FUNCTION no_room()`,
    )
    expect(await askForCode('eve@example.com')).toMatchObject({
      status: 503,
      code: 503,
      reason: 'disk_full',
    })
    await backend.db.execute(sql`DROP TRIGGER no_room ON codes`)
    await backend.db.execute(sql`DROP FUNCTION no_room`)
  })

  it.each(['ENOSPC', 'EDQUOT'])('because the disk of the mails is full (%s)', async (code) => {
    const full = Object.assign(new Error('no room'), { code })
    const handle = await open(folder)
    vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValueOnce(full)
    await handle.close()
    expect(await askForCode('mia@example.com')).toMatchObject({ status: 503, reason: 'disk_full' })
  })
})

describe('readiness', () => {
  const readiness = async () => {
    const response = await backend.app.request('/readyz')
    return { status: response.status, ...envelopeOf(readinessSchema).parse(await response.json()) }
  }

  it('reports the version of the process', async () => {
    const response = await backend.app.request('/readyz')
    expect(await response.json()).toMatchObject({ data: { version: VERSION } })
  })

  it('reports the state of each subsystem', async () => {
    expect(await readiness()).toMatchObject({
      status: 200,
      data: { database: 'ok', files: 'ok', mail: 'ok', disk: 'ok' },
    })
  })

  it('ignores mail and a full disk, which reading does not need', async () => {
    const { storage } = backend
    const full = { ...storage, freeBytes: async () => 1000 }
    const parts = { ...quietParts(backend.db, full), checkMail: async () => 'failing' as const }
    const response = await createApp(parts).request('/readyz')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      data: { database: 'ok', files: 'ok', mail: 'failing', disk: 'failing' },
    })
  })

  it('reports a database that has no room, until it has, while it is read', async () => {
    const { db, parts } = backend
    const full = new DatabaseError('could not extend file: No space left on device', 0, 'error')
    full.code = '53100'
    const failures = createFailureLog({ error: () => undefined, warn: () => undefined })
    const transaction = vi.spyOn(db, 'transaction')
    const app = createApp({ ...parts, failures })
    const database = async () => {
      const response = await app.request('/readyz')
      const { data } = envelopeOf(readinessSchema).parse(await response.json())
      return [response.status, data?.database]
    }
    expect(await database()).toEqual([200, 'ok'])
    expect(transaction).not.toHaveBeenCalled()
    reportFailure({ failures, log: parts.log }, full, 'a write')
    transaction.mockRejectedValueOnce(full)
    expect(await database()).toEqual([200, 'failing'])
    expect(await database()).toEqual([200, 'ok'])
    expect(failures.failing()).toEqual([])
  })

  it('fails if the folder of the files is missing', async () => {
    const gone = createFolderStorage(path.join(folder, 'gone'))
    const response = await createApp(quietParts(backend.db, gone)).request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ data: { database: 'ok', files: 'failing' } })
  })
})

it.each(['PROPFIND', 'PATCH', 'LOCK', 'OPTIONS'])('%s is 405 or 404, never 500', async (method) => {
  expect((await headOnly(backend.app.request('/api/v1/icon/list', { method }))).status).toBe(405)
  expect((await headOnly(backend.app.request('/livez', { method }))).status).toBe(405)
  expect((await headOnly(backend.app.request('/nowhere', { method }))).status).toBe(404)
})

it('the log names no query of an address, no address of a person and no token', async () => {
  logged = ''
  await headOnly(backend.app.request('/api/v1/icon/list?author=private-words'))
  await headOnly(
    backend.app.request('/api/v1/auth/user_info?x=private-words', {
      headers: { authorization: 'Bearer private-token' },
    }),
  )
  await backend.db.execute(sql`ALTER TABLE codes RENAME TO codes_away`)
  expect((await askForCode('private@example.com')).status).toBe(500)
  await backend.db.execute(sql`ALTER TABLE codes_away RENAME TO codes`)
  expect(logged).toContain('request failed')
  expect(logged).toContain('"call":"list"')
  expect(logged).not.toMatch(/private/)
})
