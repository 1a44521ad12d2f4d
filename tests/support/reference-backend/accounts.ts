import { randomBytes, randomInt, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Api } from './api.ts'
import { CallError } from './call-error.ts'
import type { logInBody, registerBody, resetBody } from './input.ts'
import type { Account, ReferenceSession, ReferenceStore } from './store.ts'

export type SendCode = (email: string, code: string) => Promise<void>

/** Shorter than `REFRESH_MS`: the web app exchanges tokens in between. */
const ACCESS_MS = 60 * 60 * 1000
const REFRESH_MS = 30 * 24 * 60 * 60 * 1000

export async function sendCode(
  store: ReferenceStore,
  email: string,
  send: SendCode,
): Promise<null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  store.codes.set(email.toLowerCase(), code)
  await send(email, code)
  return null
}

/** @returns the token of the first session. */
export function register(store: ReferenceStore, input: z.infer<typeof registerBody>): string {
  const { username, email, password, code } = input
  checkCode(store, email, code)
  if (findAccount(store, username)) {
    throw new CallError(409, 'The user name is taken.', { reason: 'username_taken' })
  }
  if (findAccount(store, email)) {
    throw new CallError(409, 'The e-mail address is taken.', { reason: 'email_taken' })
  }
  const account = { uid: randomUUID(), username, email, passwordHash: hash(password) }
  store.accounts.set(account.uid, account)
  return openSession(store, account)
}

/** @returns the token of a new session. */
export function logIn(store: ReferenceStore, input: z.infer<typeof logInBody>): string {
  const account = findAccount(store, 'email' in input ? input.email : input.account)
  if ('email' in input) checkCode(store, input.email, input.code)
  else if (!account || !isPassword(input.password, account.passwordHash)) {
    throw new CallError(403, 'Name or password is wrong.', { reason: 'wrong_credentials' })
  }
  if (!account) throw new CallError(404, 'No such account.', { reason: 'no_account' })
  return openSession(store, account)
}

export function resetPassword(store: ReferenceStore, input: z.infer<typeof resetBody>): null {
  checkCode(store, input.email, input.code)
  const account = findAccount(store, input.email)
  if (!account) throw new CallError(404, 'No such account.', { reason: 'no_account' })
  account.passwordHash = hash(input.password)
  for (const [token, session] of store.sessions) {
    if (session.account === account) store.sessions.delete(token)
  }
  return null
}

/** @returns the token that replaces the one of the request. */
export function refreshToken(store: ReferenceStore, authorization: string | undefined): string {
  const { token, session } = findSession(store, authorization)
  if (session.refreshUntil < Date.now()) throw noSession()
  store.sessions.delete(token)
  return openSession(store, session.account)
}

export function logOut(store: ReferenceStore, authorization: string | undefined): null {
  store.sessions.delete(findSession(store, authorization).token)
  return null
}

/** @throws CallError 401: the web app then exchanges the token, once. */
export function authenticate(store: ReferenceStore, authorization: string | undefined): Account {
  const { session } = findSession(store, authorization)
  if (session.accessUntil < Date.now()) throw noSession()
  return session.account
}

export function accountInfo({ uid, username, email }: Account): Api['accountInfo']['data'] {
  return { uid, username, email, has_password: true }
}

function findSession(
  store: ReferenceStore,
  authorization = '',
): { token: string; session: ReferenceSession } {
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? ''
  const session = store.sessions.get(token)
  if (!session) throw noSession()
  return { token, session }
}

const noSession = () => new CallError(401, 'The session has ended.', { reason: 'no_session' })

function openSession(store: ReferenceStore, account: Account): string {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  const session = { account, accessUntil: now + ACCESS_MS, refreshUntil: now + REFRESH_MS }
  store.sessions.set(token, session)
  return token
}

/** Finds an account by user name or e-mail address, case-insensitively. */
function findAccount({ accounts }: ReferenceStore, name: string): Account | undefined {
  const key = name.toLowerCase()
  return [...accounts.values()].find(({ username, email }) =>
    [username.toLowerCase(), email.toLowerCase()].includes(key),
  )
}

/** Consumes a code: it is valid once. */
function checkCode({ codes }: ReferenceStore, email: string, code: string): void {
  if (codes.get(email.toLowerCase()) !== code) {
    throw new CallError(403, 'The code is wrong.', { reason: 'wrong_code' })
  }
  codes.delete(email.toLowerCase())
}

function hash(password: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}:${scryptSync(password.normalize('NFC'), salt, 32).toString('hex')}`
}

function isPassword(password: string, stored: string): boolean {
  const [salt = ''] = stored.split(':')
  return timingSafeEqual(Buffer.from(hash(password, salt)), Buffer.from(stored))
}
