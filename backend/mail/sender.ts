import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { HttpError } from '#backend/http/errors.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'

export type Message = { to: string; subject: string; text: string; html: string }

/**
 * Brings a message to a person. Behind it stands e-mail; a provider of text messages could.
 * @throws HttpError 503 (`mail_failed`) when it could not be handed over.
 */
export type Sender = (message: Message) => Promise<void>

type Options = {
  /** `smtp://` or `smtps://`, with user and password if need be; none: keep messages as files. */
  smtpUrl: string | undefined
  from: string
  /** Where messages are kept without a server, each as an .eml file (RFC 5322). */
  folder: string
  /** Called after each message that was handed over or kept. */
  onSent?: () => void
  /** Called with the name of each kept file. */
  onKept: (file: string) => void
}

/** A mail server has this long for each of its answers, in ms; somebody waits. */
const SMTP_TIMEOUT_MS = 10_000

/** Sends over SMTP, or keeps messages in a folder where no server is named. */
export function createSender({
  smtpUrl,
  from,
  folder,
  onSent = () => undefined,
  onKept,
}: Options): Sender {
  if (smtpUrl === undefined) {
    const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return async (message) => {
      const { message: eml } = await compose.sendMail({ from, ...message })
      const time = new Date().toISOString().replaceAll(/\D/g, '')
      const file = path.join(folder, `${time}-${randomBytes(3).toString('hex')}.eml`)
      try {
        await writeWhole(file, (opened) => opened.writeFile(Buffer.isBuffer(eml) ? eml : ''))
      } catch (cause) {
        throw new MailFailed({ cause })
      }
      onSent()
      onKept(file)
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
      throw new MailFailed({ cause })
    }
  }
}

class MailFailed extends HttpError {
  constructor({ cause }: ErrorOptions) {
    super(503, 'The e-mail could not be sent.', 'mail_failed', { part: 'mail', cause })
  }
}
