import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { count } from '#lib/telemetry/registry.ts'
import { inSpan } from '#lib/telemetry/trace.ts'
import { DomainError } from '#backend/errors.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'

export type Message = { to: string; subject: string; text: string; html: string }

/**
 * Sends a message.
 * @throws DomainError `mail_failed` if the mail server or the disk does not accept it.
 */
export type Sender = (message: Message) => Promise<void>

type Options = {
  /** `smtp://` or `smtps://`, with credentials if required. Without it messages are saved as files. */
  smtpUrl: string | undefined
  from: string
  /** Folder for messages without a server, one .eml file (RFC 5322) each. */
  folder: string
  /** Called after each message that was sent or saved. */
  onSent?: () => void
  /** Called with the path of each saved file. */
  onSaved: (file: string) => void
}

/** Timeout of each step of SMTP, in ms; a request waits for it. */
const SMTP_TIMEOUT_MS = 10_000

/** Sends over SMTP, or saves messages to a folder if no server is configured. */
export function createSender(options: Options): Sender {
  const send = createTransportSender(options)
  return async (message) => {
    let result = 'failed'
    try {
      await inSpan('mail', { kind: 'client' }, () => send(message))
      result = 'sent'
    } finally {
      count('keystrip_mails_total', [result])
    }
  }
}

function createTransportSender({
  smtpUrl,
  from,
  folder,
  onSent = () => undefined,
  onSaved,
}: Options): Sender {
  if (smtpUrl === undefined) {
    const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return async (message) => {
      const { message: eml } = await compose.sendMail({ from, ...message })
      const time = new Date().toISOString().replaceAll(/\D/g, '')
      const file = path.join(folder, `${time}-${randomBytes(3).toString('hex')}.eml`)
      try {
        await writeWhole(file, Buffer.isBuffer(eml) ? [eml] : [])
      } catch (cause) {
        throw new MailFailedError({ cause })
      }
      onSent()
      onSaved(file)
    }
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return async (message) => {
    try {
      await transport.sendMail({ from, ...message })
      onSent()
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
