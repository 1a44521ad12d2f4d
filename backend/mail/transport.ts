import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { createTransport } from 'nodemailer'

export type MailServer = {
  /** `smtp://` or `smtps://`, with credentials if required. */
  smtpUrl: string
  /** Certificates that are trusted beside those of Node (`SMTP_CA_FILE`), such as that of a server that signs its own. */
  caFile?: string | undefined
}

/**
 * Connects to a mail server for each message.
 * @param timeoutMs of each step of SMTP.
 * @throws Error with one sentence if the file of certificates cannot be read.
 */
export const openTransport = ({ smtpUrl, caFile }: MailServer, timeoutMs: number) =>
  createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(caFile !== undefined && { tls: { ca: [...getCACertificates('default'), readCa(caFile)] } }),
  })

function readCa(file: string): string {
  const text = readText(file)
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new Error(`The file ${file} of SMTP_CA_FILE has no certificate in PEM.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (cause) {
    throw new Error(`The file ${file} of SMTP_CA_FILE cannot be read.`, { cause })
  }
}
