import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import PostalMime from 'postal-mime'

/** The backend that the suite checks. */
export type CheckedBackend = {
  /** Address without `/api/v1`. */
  url: string
  isReadOnly: boolean
  /** Folder of `.eml` files, if the backend writes its messages there. */
  mailDir?: string | undefined
  /** Shell command that prints the code sent to `$EMAIL`. */
  codeCommand?: string | undefined
}

/** A message may take this long, in ms. */
const MAIL_TIMEOUT_MS = 30_000
const POLL_MS = 200

/** Whether the suite can register accounts, which uploads and publications need. */
export const canRegister = ({ isReadOnly, mailDir, codeCommand }: CheckedBackend) =>
  !isReadOnly && (mailDir !== undefined || codeCommand !== undefined)

/** An account that does not exist yet. */
export function newPerson() {
  const username = `contract_${randomBytes(5).toString('hex')}`
  return { username, email: `${username}@example.com`, password: 'engine-1843' }
}

/**
 * The six digits last sent to an address.
 * @throws Error after 30 s without a message.
 */
export async function readCode(target: CheckedBackend, email: string): Promise<string> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS
  while (Date.now() < deadline) {
    const { mailDir, codeCommand } = target
    const text =
      mailDir === undefined ? await runCommand(codeCommand, email) : await findMail(mailDir, email)
    const code = /^\d{6}$/m.exec(text)?.[0]
    if (code !== undefined) return code
    await sleep(POLL_MS)
  }
  throw new Error(`No code for ${email} arrived.`)
}

async function runCommand(command = '', email: string): Promise<string> {
  const env = { ...process.env, EMAIL: email }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
  return stdout
}

async function findMail(folder: string, email: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  // Names begin with a time or a number; a message that is being written ends differently.
  for (const name of names
    .filter((one) => one.endsWith('.eml'))
    .toSorted()
    .toReversed()) {
    const { to = [], text = '' } = await PostalMime.parse(await readFile(path.join(folder, name)))
    if (to.some(({ address }) => address === email) && /^\d{6}\s*$/m.test(text)) return text
  }
  return ''
}
