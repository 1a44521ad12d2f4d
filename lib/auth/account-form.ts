import 'server-only'
import type { z } from 'zod'
import {
  changePassword,
  chooseName,
  deleteAccount,
  endSessions,
  sendAccountCode,
} from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import type { Asked } from '#lib/api/request.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import {
  changePasswordRequestSchema,
  chooseNameRequestSchema,
  deleteAccountRequestSchema,
  endSessionsQuerySchema,
} from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { loginPath } from '#lib/i18n/login-path.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { deviceCookieName, deviceHeaders, deviceTokens } from '#lib/session/device.ts'
import { refreshOnce } from '#lib/session/refresh.ts'
import { leadTo } from '#lib/session/respond.ts'
import {
  type Cookie,
  endCookies,
  openSession,
  readCookie,
  type Session,
  sessionCookieName,
  sessionCookies,
} from '#lib/session/session.ts'
import {
  type AccountForm,
  type AccountOutcome,
  confirmFault,
  outcomeOf,
} from './account-outcome.ts'
import { postedForm } from './posted-form.ts'
import { safePath } from './safe-path.ts'

/** The longest user name that comes back into a form, in characters. */
const KEPT_MAX = 100

type Hooks = { onDeleted: () => void }
type Visitor = Record<string, string>
type Call = (token: string, visitor: Visitor) => Promise<Asked>

/**
 * Does what one of the plain forms of the account page asks for, and leads back to the page, which
 * tells what came of it: nothing that was typed stands in an address. Works without scripts.
 */
export async function accountForm(
  request: Request,
  form: AccountForm,
  { onDeleted }: Hooks,
): Promise<Response> {
  const fields = await postedForm(request)
  if (fields instanceof Response) return fields
  const to = safePath(fields.get('to')) ?? '/home/user'
  const tell = (outcome: AccountOutcome, cookies: Cookie[] = []) => {
    const query = new URLSearchParams({ told: `${form}.${outcome}`, ...keptOf(form, fields) })
    return leadTo(`${to.split(/[?#]/)[0]}?${query}#${form}`, cookies)
  }
  const toLogin = `${loginPath(localeOfPath(to), to)}&ended=1`
  const cookieHeader = request.headers.get('cookie')
  const session = await openSession(readCookie(cookieHeader, sessionCookieName()))
  if (session === null || session === 'unreadable') {
    return leadTo(toLogin, endCookies({ by: 'server' }))
  }
  const call = callOf(form, fields)
  if (typeof call === 'string') return tell(call)
  const devices = await deviceTokens(readCookie(cookieHeader, deviceCookieName()))
  const visitor = {
    ...visitorHeaders(request.headers),
    ...deviceHeaders(devices),
    'accept-language': localeOfPath(to),
  }
  const { answer, cookies } = await callSigned(session, (token) => call(token, visitor))
  if (answer === null) return tell('unavailable', cookies)
  if (answer.code === 401) {
    const { message, reason } = answer
    return leadTo(toLogin, endCookies({ by: 'server', message, reason }))
  }
  if (answer.code !== CODE_OK) {
    // The name that was typed is the only thing a backend can find fault with there.
    const isName = form === 'delete' && answer.code === 400
    return tell(isName ? 'username' : outcomeOf(answer.code, answer.reason), cookies)
  }
  if (form === 'name') return leadTo(placeAfter(fields, to), cookies)
  if (form !== 'delete') return tell(form === 'code' ? 'code_sent' : 'done', cookies)
  onDeleted()
  return leadTo(`${localePath(localeOfPath(to), '/login')}?ended=deleted`, endCookies())
}

/** What the address of the page keeps of a form: a user name is no secret, and nothing is lost. */
function keptOf(form: AccountForm, fields: URLSearchParams): Record<string, string> {
  if (form !== 'name') return {}
  const redirect = safePath(fields.get('redirect'))
  return {
    username: (fields.get('username') ?? '').slice(0, KEPT_MAX),
    ...(redirect !== null && { redirect }),
  }
}

const placeAfter = (fields: URLSearchParams, to: string) =>
  safePath(fields.get('redirect')) ?? localePath(localeOfPath(to), '/home/index')

/** The call that a form means, or what is wrong with its fields. */
function callOf(form: AccountForm, fields: URLSearchParams): Call | AccountOutcome {
  const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''))
  switch (form) {
    case 'password': {
      const body = changePasswordRequestSchema.safeParse(given)
      if (!body.success) return faultOf(body.error, given)
      const fault = confirmFault(given)
      if (fault) return fault
      return (token, visitor) => changePassword(token, body.data, visitor)
    }
    case 'name': {
      const body = chooseNameRequestSchema.safeParse(given)
      if (!body.success) return 'bad_username'
      return (token, visitor) => chooseName(token, body.data, visitor)
    }
    case 'delete': {
      const body = deleteAccountRequestSchema.safeParse(given)
      if (!body.success) return faultOf(body.error, given)
      return (token, visitor) => deleteAccount(token, body.data, visitor)
    }
    case 'sessions': {
      const query = endSessionsQuerySchema.safeParse(given)
      if (!query.success) return 'refused'
      return (token) => endSessions(token, query.data)
    }
    case 'code':
      return sendAccountCode
  }
}

/** The outcome that the first fault of a form stands for. */
function faultOf({ issues }: z.ZodError, given: Record<string, string>): AccountOutcome {
  const field = String(issues[0]?.path[0])
  if (given[field] === undefined) return 'required'
  if (field === 'code' || field === 'username') return field
  return field === 'password' ? 'wrong_password' : 'password'
}

/** Calls with the token of a session, and once more with a new one where it has expired. */
async function callSigned(
  session: Session,
  call: (token: string) => Promise<Asked>,
): Promise<{ answer: Asked | null; cookies: Cookie[] }> {
  const first = await attempt(() => call(session.token))
  if (first?.code !== 401) return { answer: first, cookies: [] }
  const renewed = await refreshOnce(session.token)
  if (renewed.kind === 'unavailable') return { answer: null, cookies: [] }
  if (renewed.kind === 'ended') return { answer: first, cookies: [] }
  const { token } = renewed
  const cookies = await sessionCookies({ token, user: session.user })
  return { answer: await attempt(() => call(token)), cookies }
}

async function attempt(call: () => Promise<Asked>): Promise<Asked | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
