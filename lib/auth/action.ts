'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import 'server-only'
import { z } from 'zod'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import {
  deviceCookieName,
  deviceCookies,
  deviceHeaders,
  deviceTokens,
} from '#lib/session/device.ts'
import { type Cookie, sessionCookies } from '#lib/session/session.ts'
import {
  pendingRegistrationCookie,
  pendingRegistrationCookieName,
  clearPendingRegistration,
} from './pending-registration.ts'
import { sendCode, signIn } from './enter.ts'
import { EMPTY_STATE, FIELDS, type FormState, MODES, type Values } from './form.ts'
import { formAction, localeOf, textIn } from './call-in-action.ts'
import { invitationIn } from './invitation-in.ts'
import { safePath } from './safe-path.ts'
import { seal, unseal } from '#lib/session/secret.ts'

/** Fields that return into the form; passwords never do. */
const RETURNED = ['account', 'email', 'code', 'username'] as const

/**
 * Server action of the sign-in forms: `intent=code` sends a code, anything else signs in. With
 * scripts (`script=1`) the result names the next page; without, the action redirects.
 */
export const enter = formAction(enterWith)

async function enterWith(data: FormData): Promise<FormState> {
  const text = (name: string) => textIn(data, name, 1000)
  const mode = MODES.find((name) => name === text('mode')) ?? 'password'
  const locale = localeOf(data)
  const values: Values = Object.fromEntries(FIELDS[mode].map((field) => [field, text(field)]))
  const jar = await cookies()
  const devices = await deviceTokens(jar.get(deviceCookieName())?.value)
  const visitor = {
    ...visitorHeaders(await headers()),
    ...deviceHeaders(devices),
    'accept-language': locale,
  }
  const returned = Object.fromEntries(RETURNED.map((field) => [field, values[field] ?? '']))
  if (mode === 'both' && !values.password) {
    values.password = await unsealPassword(text('kept'), values.account ?? '')
  }
  /** Next state of the form; without scripts, a password that is needed again returns sealed. */
  const nextState = async (state: FormState): Promise<FormState> => {
    const mustSeal = state.needsCode && text('script') !== '1'
    return {
      ...state,
      values: returned,
      sealedPassword: mustSeal ? await sealPassword(values) : null,
    }
  }
  if (text('intent') === 'code') return nextState(await sendCode(mode, values, visitor))
  const set = (all: Cookie[]) => {
    for (const { name, value, options } of all) jar.set(name, value, options)
  }
  const returnTo = safePath(text('redirect'))
  const invitation = invitationIn(returnTo)
  const { state, token, device, pending } = await signIn(mode, { ...values, invitation }, visitor)
  const goTo = (to: string): FormState => {
    if (text('script') !== '1') redirect(to)
    return { ...EMPTY_STATE, to }
  }
  set(await deviceCookies(devices, device))
  if (pending) {
    set([await pendingRegistrationCookie(pending)])
    return goTo(localePath(locale, pages.register(returnTo)))
  }
  if (token === null) return nextState(state)
  set(await sessionCookies({ token, user: null }))
  if (jar.has(pendingRegistrationCookieName())) set([clearPendingRegistration()])
  return goTo(returnTo ?? localePath(locale, pages.home))
}

/** Lifetime of a code, in seconds. */
const KEPT_S = 600

const keptSchema = z.object({ account: z.string(), password: z.string() })

/**
 * Seals account and password for a hidden field, so that a form without scripts can be sent again
 * with a code and the page contains nothing readable.
 */
function sealPassword({ account = '', password = '' }: Values): Promise<string> {
  return seal({ account, password }, KEPT_S)
}

/** The password sealed for `account`; empty without one. */
async function unsealPassword(sealed: string, account: string): Promise<string> {
  if (sealed === '') return ''
  const opened = await unseal(sealed, KEPT_S, keptSchema)
  return opened?.account === account ? opened.password : ''
}
