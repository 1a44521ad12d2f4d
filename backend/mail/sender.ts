import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { count } from '#lib/telemetry/registry.ts'
import { inSpan } from '#lib/telemetry/trace.ts'
import { DomainError, isDiskFull } from '#backend/errors.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'
import { type MailServer, openTransport } from './transport.ts'

export type ComposedMail = { to: string; subject: string; text: string; html: string }

/**
 * Sends a message.
 * @returns the answer of the mail server, if there is one.
 * @throws DomainError `mail_failed` if the mail server or the disk does not accept it; `disk_full` if its file has no room.
 */
export type Sender = (message: ComposedMail) => Promise<string | undefined>

type Options = {
  /** Without it messages are saved as files. */
  server: MailServer | undefined
  from: string
  /** Folder for messages without a server, one .eml file (RFC 5322) each. */
  folder: string
  /** Called after each message that was sent or saved. */
  onSent?: () => void
  /** Called with the path of each saved file. */
  onSaved: (file: string) => void
}

/** Programs that answer mails by themselves leave these alone (RFC 3834, section 5). */
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

/** Timeout of each step of SMTP, in ms; a request waits for it. */
const SMTP_TIMEOUT_MS = 10_000

/** Sends over SMTP, or saves messages to a folder if no server is configured. */
export function createSender(options: Options): Sender {
  const send = createTransportSender(options)
  return async (message) => {
    let result = 'failed'
    try {
      const answer = await inSpan('mail', { kind: 'client' }, () => send(message))
      result = 'sent'
      return answer
    } finally {
      count('keystrip_mails_total', [result])
    }
  }
}

function createTransportSender({
  server,
  from,
  folder,
  onSent = () => undefined,
  onSaved,
}: Options): Sender {
  if (server === undefined) {
    const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return async (message) => {
      const { message: eml } = await compose.sendMail({ from, headers: HEADERS, ...message })
      const time = new Date().toISOString().replaceAll(/\D/g, '')
      const file = path.join(folder, `${time}-${randomBytes(3).toString('hex')}.eml`)
      try {
        await writeWhole(file, Buffer.isBuffer(eml) ? [eml] : [])
      } catch (cause) {
        throw isDiskFull(cause) ? cause : new MailFailedError({ cause })
      }
      onSent()
      onSaved(file)
      return undefined
    }
  }
  const transport = openTransport(server, SMTP_TIMEOUT_MS)
  return async (message) => {
    try {
      const { response } = await transport.sendMail({ from, headers: HEADERS, ...message })
      onSent()
      return response
    } catch (cause) {
      throw new MailFailedError({ cause })
    }
  }
}

class MailFailedError extends DomainError {
  constructor({ cause }: ErrorOptions) {
    super('mail_failed', 'The e-mail could not be sent.', { subsystem: 'mail', cause })
  }
}
