'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { sessionCookies } from '#lib/session/session.ts'
import { markFault } from './action-fault.ts'
import { askForCode, enterBy } from './enter.ts'
import { FIELDS, type FormState, MODES, type Values } from './form.ts'
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
    return typeof value === 'string' ? value.slice(0, 500) : ''
  }
  const mode = MODES.find((one) => one === text('mode')) ?? 'password'
  const locale = LOCALES.find((one) => one === text('locale')) ?? LOCALES[0]
  const values: Values = Object.fromEntries(FIELDS[mode].map((field) => [field, text(field)]))
  const visitor = { ...visitorHeaders(await headers()), 'accept-language': locale }
  const returned = Object.fromEntries(RETURNED.map((field) => [field, values[field] ?? '']))
  if (text('intent') === 'code') {
    return { ...(await askForCode(mode, values, visitor)), values: returned }
  }
  const { state, token } = await enterBy(mode, values, visitor)
  if (token === null) return { ...state, values: returned }
  const jar = await cookies()
  for (const { name, value, options } of await sessionCookies({ token, user: null })) {
    jar.set(name, value, options)
  }
  const to = safePath(text('redirect')) ?? localePath(locale, '/home/index')
  if (text('script') !== '1') redirect(to)
  return { ...state, to }
}
