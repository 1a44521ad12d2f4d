import 'server-only'
import { z } from 'zod'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { sendCode, signIn } from '#lib/sign-in/enter.ts'
import {
  entryPage,
  FIELDS,
  type FormState,
  MODES,
  type EnterValues,
} from '#lib/sign-in/enter-form.ts'
import { invitationIn } from '#lib/sign-in/invitation-in.ts'
import {
  clearPendingRegistration,
  pendingRegistrationCookie,
  pendingRegistrationCookieName,
} from '#lib/sign-in/pending-registration.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import {
  deviceCookieName,
  deviceCookies,
  deviceHeaders,
  deviceTokens,
} from '#lib/session/device.ts'
import { seal, unseal } from '#lib/session/secret.ts'
import { readCookie, sessionCookies } from '#lib/session/session.ts'
import type { Next, PostedForm } from './posted.ts'

/** Fields that return into the form; passwords never do. */
const RETURNED = ['account', 'email', 'code', 'username'] as const
/** Longest value that is read, in UTF-16 units; a valid one is much shorter. */
const TYPED_MAX = 200

/** The sign-in forms: `intent=code` sends a code, anything else signs in. */
export async function enter(posted: PostedForm): Promise<Next> {
  const { request, locale, cookies } = posted
  const text = (name: string) => posted.text(name, TYPED_MAX)
  const mode = MODES.find((name) => name === text('mode')) ?? 'password'
  const returnTo = safePath(posted.fields.get('redirect'))
  posted.page = localePath(locale, entryPage(mode, returnTo))
  const values: EnterValues = Object.fromEntries(FIELDS[mode].map((field) => [field, text(field)]))
  const cookieHeader = request.headers.get('cookie')
  const devices = await deviceTokens(readCookie(cookieHeader, deviceCookieName()))
  const visitor = {
    ...visitorHeaders(request.headers),
    ...deviceHeaders(devices),
    'accept-language': locale,
  }
  const returned = Object.fromEntries(RETURNED.map((field) => [field, values[field] ?? '']))
  if (mode === 'both' && !values.password) {
    values.password = await unsealPassword(posted.fields.get('kept') ?? '', values.account ?? '')
  }
  /** Without scripts, a password that is needed again returns sealed. */
  const stay = async (state: FormState): Promise<Next> => {
    const mustSeal = state.needsCode && !posted.isScript
    const sealedPassword = mustSeal ? await sealPassword(values) : null
    return { state: { ...state, values: returned, sealedPassword } }
  }
  if (text('intent') === 'code') return stay(await sendCode(mode, values, visitor))
  const invitation = invitationIn(returnTo)
  const { state, token, device, pending } = await signIn(mode, { ...values, invitation }, visitor)
  cookies.push(...(await deviceCookies(devices, device)))
  if (pending) {
    cookies.push(await pendingRegistrationCookie(pending))
    return { to: localePath(locale, paths.register(returnTo)) }
  }
  if (token === null) return stay(state)
  cookies.push(...(await sessionCookies({ token, user: null })))
  if (readCookie(cookieHeader, pendingRegistrationCookieName()) !== undefined)
    cookies.push(clearPendingRegistration())
  return { to: returnTo ?? localePath(locale, paths.home) }
}

/** Lifetime of a code, in seconds. */
const KEPT_S = 600

const keptSchema = z.object({ account: z.string(), password: z.string() })

/**
 * Seals account and password for a hidden field, so that a form without scripts can be sent again
 * with a code and the page contains nothing readable.
 */
function sealPassword({ account = '', password = '' }: EnterValues): Promise<string> {
  return seal({ account, password }, KEPT_S)
}

/** The password sealed for `account`; empty without one. */
async function unsealPassword(sealed: string, account: string): Promise<string> {
  if (sealed === '') return ''
  const opened = await unseal(sealed, KEPT_S, keptSchema)
  return opened?.account === account ? opened.password : ''
}
