import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { accounts } from '#backend/db/tables.ts'
import { createAccount } from '#backend/services/account/create.ts'
import { hashSecret } from '#backend/services/account/password.ts'
import { openSession } from '#backend/services/session/open.ts'
import type { TestBackend } from './backend.ts'

type Body = Record<string, unknown>

/** A client of a test backend, with its own address and optional tokens. */
export function clientOf(
  backend: TestBackend,
  { address = '203.0.113.1', secret = '', devices = '', userAgent = '' } = {},
) {
  async function ask(
    path: string,
    { method = 'GET', body, token, language = 'en', headers = {} }: Ask = {},
  ) {
    const response = await backend.app.request(`/api/v1${path}`, {
      method,
      headers: {
        'accept-language': language,
        'content-type': 'application/json',
        'x-client-address': address,
        'x-internal-secret': secret,
        'x-device-tokens': devices,
        'user-agent': userAgent,
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const envelope = envelopeSchema.parse(await response.json())
    return { status: response.status, headers: response.headers, ...envelope }
  }
  return {
    ask,
    post: (path: string, body?: Body, token?: string) => ask(path, { method: 'POST', body, token }),
  }
}
type Ask = {
  method?: string
  body?: unknown
  token?: string
  language?: string
  headers?: Record<string, string>
}

const CODE = /^\d{6}$/m
/** The six-digit code of the newest message to an address that contains one; empty without one. */
export function codeIn(messages: TestBackend['messages'], to: string): string {
  const found = messages.findLast((message) => message.to === to && CODE.test(message.text))
  return CODE.exec(found?.text ?? '')?.[0] ?? ''
}

const tokenSchema = z.object({ token: z.string() })

type Sender = { secret: string; address: string }
const ADA = { username: 'ada_lovelace', email: 'ada@example.com', password: 'engine-1843' }

/** An account with a session, for tests of what it does then: without a code, a mail and limits. @returns its token. */
export async function registered(
  { db, parts: { clock, accessMs, overrides } }: TestBackend,
  said: Partial<typeof ADA> = {},
): Promise<string> {
  const { password, ...names } = { ...ADA, ...said }
  const now = clock()
  const passwordHash = await hashSecret(password)
  const { token } = await db.transaction(async (tx) => {
    const account = { ...names, passwordHash, invitation: undefined, overrides, now }
    const uid = await createAccount(tx, account)
    await tx.update(accounts).set({ locale: 'en' }).where(eq(accounts.uid, uid))
    const agent = { browser: '', system: '' }
    return openSession(tx, uid, { now, accessMs, agent, devices: [], locale: 'en' })
  })
  return token
}

/** Registers an account as the site does. @returns its token. */
export async function registeredByMail(
  backend: TestBackend,
  { secret = '', address = '203.0.113.1', ...said }: Partial<typeof ADA & Sender> = {},
): Promise<string> {
  const { username, email, password } = { ...ADA, ...said }
  const { post } = clientOf(backend, { secret, address })
  await post('/sms/verify_code', { data: email })
  const code = codeIn(backend.messages, email)
  const answer = await post('/auth/sign_in', { username, email, password, code })
  return tokenSchema.parse(answer).token
}

/** Addresses of `count` unused networks. */
export const networks = (count: number) =>
  Array.from({ length: count }, (_, at) => `203.0.${Math.floor(at / 250)}.${(at % 250) + 1}`)

/** Asks from all addresses, thirty at a time: a small machine rejects more with 503 before comparing. */
export async function atOnce<T>(
  addresses: string[],
  ask: (address: string) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (let at = 0; at < addresses.length; at += 30) {
    answers.push(...(await Promise.all(addresses.slice(at, at + 30).map(ask))))
  }
  return answers
}

/** Another code of six digits. */
export const wrongCode = (code: string) => (code === '111111' ? '222222' : '111111')
