'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import {
  deviceCookieName,
  deviceCookies,
  deviceHeaders,
  deviceTokens,
} from '#lib/session/device.ts'
import { type Cookie, sessionCookies } from '#lib/session/session.ts'
import { markFault } from './action-fault.ts'
import { begunCookie, begunCookieName, endBegun } from './begun.ts'
import { askForCode, enterBy } from './enter.ts'
import { EMPTY_STATE, FIELDS, type FormState, MODES, type Values } from './form.ts'
import { keep, kept } from './kept-password.ts'
import { safePath } from './safe-path.ts'

/** Fields that come back into the form; passwords are in no page. */
const RETURNED = ['account', 'email', 'code', 'username'] as const

/**
 * What the forms of the sign-in screen do: `intent=code` sends a code, anything else enters. With
 * scripts (`script=1`) the form is told where to go on, else the browser is led there.
 */
export async function enter(_before: FormState, data: FormData): Promise<FormState> {
  // Anybody can call an action with anything.
  if (!(data instanceof FormData)) throw new TypeError('not a form')
  try {
    return await enterWith(data)
  } catch (error) {
    throw markFault(error)
  }
}

async function enterWith(data: FormData): Promise<FormState> {
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.slice(0, 1000) : ''
  }
  const mode = MODES.find((one) => one === text('mode')) ?? 'password'
  const locale = LOCALES.find((one) => one === text('locale')) ?? LOCALES[0]
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
    values.password = await kept(text('kept'), values.account ?? '')
  }
  /** What the form shows next; without scripts a password that is needed again is kept, sealed. */
  const shown = async (state: FormState): Promise<FormState> => {
    const isKept = state.needsCode && text('script') !== '1'
    return { ...state, values: returned, kept: isKept ? await keep(values) : null }
  }
  if (text('intent') === 'code') return shown(await askForCode(mode, values, visitor))
  const set = (all: Cookie[]) => {
    for (const { name, value, options } of all) jar.set(name, value, options)
  }
  const { state, token, device, begun } = await enterBy(mode, values, visitor)
  const place = safePath(text('redirect'))
  const leadTo = (to: string): FormState => {
    if (text('script') !== '1') redirect(to)
    return { ...EMPTY_STATE, to }
  }
  set(await deviceCookies(devices, device))
  if (begun) {
    set([await begunCookie(begun)])
    return leadTo(registerPath(locale, place))
  }
  if (token === null) return shown(state)
  set(await sessionCookies({ token, user: null }))
  if (jar.has(begunCookieName())) set([endBegun()])
  return leadTo(place ?? localePath(locale, '/home/index'))
}

function registerPath(locale: string, place: string | null): string {
  const path = localePath(locale, '/register')
  return place === null ? path : `${path}?${new URLSearchParams({ redirect: place })}`
}
