import { sql } from 'drizzle-orm'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it, onTestFinished } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import pino from 'pino'
import { createFailureLog } from '#lib/log/failures.ts'
import { createMailCheck } from '#backend/mail/check.ts'
import { createSender, type ComposedMail } from '#backend/mail/sender.ts'
import { type MailServer, openTransport } from '#backend/mail/transport.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { startTestBackend } from '#tests/support/backend.ts'
import { isInstalled } from '#tests/support/engines/engine.ts'
import { everyMail } from '#tests/support/mails.ts'
import { selfSigned, startSmtpStub } from '#tests/support/smtp-stub.ts'

const MESSAGE: ComposedMail = {
  to: 'ada@example.com',
  subject: '123456 is your code – ja, コード',
  text: 'Zwölf\n\n123456\n',
  html: '<p>Zwölf</p>',
}

/** A mail server on a free port that records messages. */
async function startMailServer() {
  const { url, messages: got, stop } = await startSmtpStub()
  onTestFinished(stop)
  return { url, got }
}

async function senderTo(smtpUrl: string | undefined) {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'mail-')), 'mail')
  onTestFinished(() => rm(path.dirname(folder), { recursive: true }))
  const kept: string[] = []
  const from = '"Keystrip" <no-reply@keystrip.example>'
  return {
    send: createSender({
      server: smtpUrl === undefined ? undefined : { smtpUrl },
      from,
      folder,
      onSaved: (f) => kept.push(f),
    }),
    kept,
    folder,
  }
}

it('a message is sent to the mail server as text and HTML', async () => {
  const { url, got } = await startMailServer()
  const { send, folder } = await senderTo(url)
  await send(MESSAGE)
  const mail = await PostalMime.parse(got[0] ?? '')
  expect(mail).toMatchObject({
    from: { name: 'Keystrip', address: 'no-reply@keystrip.example' },
    to: [{ address: 'ada@example.com' }],
    subject: MESSAGE.subject,
  })
  expect(mail.text).toContain('Zwölf')
  expect(mail.html).toContain('<p>Zwölf</p>')
  await expect(stat(folder)).rejects.toThrow('ENOENT')
})

it.each(LOCALES)(
  'every message in %s arrives as it was written, marked as automatic',
  async (locale) => {
    const { url, got } = await startMailServer()
    const { send } = await senderTo(url)
    const mails = Object.values(everyMail(locale))
    await Promise.all(mails.map(send))
    const arrived = await Promise.all(got.map((raw) => PostalMime.parse(raw)))
    const written = ({ subject = '', text = '', html = '' }) =>
      [subject, text, html].map((part) => part.replaceAll('\r\n', '\n').trimEnd()).join('\n')
    expect(arrived.map(written).toSorted()).toEqual(mails.map(written).toSorted())
    for (const { headers, from } of arrived) {
      expect(headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      )
      expect(from?.address).toBe('no-reply@keystrip.example')
    }
  },
)

it('without a mail server a message is saved to a private file, which is reported', async () => {
  const { send, kept, folder } = await senderTo(undefined)
  await send(MESSAGE)
  const [name = ''] = await readdir(folder)
  expect(name).toMatch(/^\d{17}-[0-9a-f]{6}\.eml$/)
  expect(kept).toEqual([path.join(folder, name)])
  expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
  const mail = await PostalMime.parse(await readFile(path.join(folder, name)))
  expect(mail).toMatchObject({ subject: MESSAGE.subject, to: [{ address: 'ada@example.com' }] })
})

it.skipIf(!isInstalled('openssl', 'version'))(
  'a mail server with a certificate of its own is refused, and trusted by SMTP_CA_FILE',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'certificate-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const certificate = selfSigned(folder)
    const { url: smtpUrl, messages, stop } = await startSmtpStub({ certificate })
    onTestFinished(stop)
    const sendBy = (server: MailServer) =>
      createSender({ server, from: 'a@b.example', folder, onSaved: () => undefined })(MESSAGE)
    const state = (server: MailServer) => {
      const failures = createFailureLog(pino({ level: 'silent' }))
      return createMailCheck({ server, folder, failures })()
    }
    const trusted = { smtpUrl, caFile: certificate.cert }
    await expect(sendBy({ smtpUrl })).rejects.toThrow('could not be sent')
    expect(await state({ smtpUrl })).toBe('failing')
    expect(messages).toEqual([])
    await sendBy(trusted)
    expect(await state(trusted)).toBe('ok')
    expect(messages).toHaveLength(1)
    // The sentence of a start that cannot use the file.
    const open = (caFile: string) => () => openTransport({ smtpUrl, caFile }, 1000)
    expect(open('/none.pem')).toThrow('The file /none.pem of SMTP_CA_FILE cannot be read.')
    expect(open(certificate.key)).toThrow('has no certificate in PEM.')
  },
)

it('an unavailable mail server is a 503, and a code can be requested again at once', async () => {
  const { send } = await senderTo('smtp://127.0.0.1:9')
  const backend = await startTestBackend({ send })
  onTestFinished(() => backend.stop())
  for (const attempt of ['first', 'second']) {
    const answer = await clientOf(backend).post('/sms/verify_code', { data: 'ada@example.com' })
    const refusal = { status: 503, code: 503, reason: 'mail_failed', data: null }
    expect(answer, attempt).toMatchObject(refusal)
    expect(answer.message).not.toContain('127.0.0.1')
  }
})

it('an unavailable mail server shows nothing of an account to who asks for a code by user name', async () => {
  const { send } = await senderTo('smtp://127.0.0.1:9')
  const failed: string[] = []
  const backend = await startTestBackend({
    send: (message) =>
      send(message).catch((error: unknown) => {
        failed.push(message.to)
        throw error
      }),
  })
  onTestFinished(() => backend.stop())
  await backend.db.execute(sql`INSERT INTO authors (uid, name) VALUES ('1', 'ada_lovelace')`)
  await backend.db.execute(
    sql`INSERT INTO accounts (uid, email, email_key, created_at)
        VALUES ('1', 'ada@example.com', 'ada@example.com', now())`,
  )
  const { post } = clientOf(backend)
  for (const data of ['ada_lovelace', 'ida_lovelace']) {
    expect(await post('/sms/verify_code/log_in', { data }), data).toMatchObject({ code: 200 })
  }
  await expect.poll(() => failed).toEqual(['ada@example.com'])
  for (const data of ['ada_lovelace', 'ida_lovelace']) {
    expect(await post('/sms/verify_code/log_in', { data }), data).toMatchObject({ code: 429 })
  }
})

it('user input never becomes a header of the message', async () => {
  const { url, got } = await startMailServer()
  const { send } = await senderTo(url)
  await send({ ...MESSAGE, subject: 'a\r\nBcc: eve@example.com\r\n\r\nx' })
  const mail = await PostalMime.parse(got[0] ?? '')
  expect(mail.bcc).toBeUndefined()
  expect(mail.to).toHaveLength(1)
})
