'use client'

import { useLocale } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useInvalidReport } from '#components/ui/use-invalid-report-client.ts'
import {
  type AccountOutcome,
  confirmError,
  FIELD_OF,
  type FormField,
  type FormResult,
  outcomeOf,
} from '#lib/auth/account-outcome.ts'
import { displayNameOutcome, type toAuthorInput } from '#lib/auth/author-input.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { useAccountMessages } from './use-messages.ts'
import type { ApiCallName, ApiInput } from '#lib/browser/api-routes.ts'
import { type ApiResult, callApi } from '#lib/browser/call-api.ts'
import { signInAgain } from '#lib/browser/sign-in-again.ts'

export type AccountFormOptions = {
  call: 'changePassword' | 'chooseName' | 'deleteAccount' | 'changeAuthor'
  /** Result of a post without scripts, if it was this form. */
  result: FormResult | null
  form: FormResult['form']
  onDone: () => void
  /** Body of the call from the fields that are not empty; by default these. */
  toBody?: typeof toAuthorInput
}

/**
 * A form of the account page. It posts by itself; with scripts it calls the API instead, so that
 * the input is not lost.
 */
export function useAccountForm({ call, result, form, onDone, toBody }: AccountFormOptions) {
  const t = useAccountMessages('account.outcome')
  const shared = useAccountMessages('form')
  const posted = result?.form === form ? [result.outcome] : []
  const [outcomes, setOutcomes] = useState<readonly AccountOutcome[]>(posted)
  /** The server's message, for reasons without a label. */
  const [serverMessage, setServerMessage] = useState('')
  const { send, isPending } = useCall(localePath(useLocale(), pages.login()))
  const { formRef, report } = useInvalidReport(shared('invalid', { fields: '{fields}' }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (isPending) return
    const fields: Record<string, string> = {}
    for (const [name, value] of new FormData(currentTarget)) {
      if (typeof value === 'string' && value !== '' && !REDIRECT_FIELDS.includes(name))
        fields[name] = value
    }
    const found = findInvalid(currentTarget, form, fields)
    if (found.length > 0) return showOutcomes(found)
    const { confirm: _, ...body } = fields
    const written = await send(call, { body: toBody ? toBody(fields) : body })
    if (written.ok) {
      currentTarget.reset()
      setOutcomes([])
      return onDone()
    }
    if (written.code === 401) return
    const next =
      written.code === 400 && (written.reason ?? 'invalid_input') === 'invalid_input'
        ? invalidFieldOutcome(form, written.message)
        : outcomeOf({ ...written, code: written.code || 503 })
    // The backend's own sentence about an invalid request is English.
    showOutcomes([next], written.reason === 'invalid_input' ? '' : written.message)
  }
  function showOutcomes(next: readonly AccountOutcome[], message = '') {
    setOutcomes(next)
    setServerMessage(message)
    report()
  }
  /** Text of the outcome that concerns the field. */
  const errorOf = (field: FormField) => {
    const found = outcomes.find((outcome) => FIELD_OF[outcome] === field)
    return found && t(found)
  }
  const general = outcomes.find((outcome) => !FIELD_OF[outcome]) ?? null
  return { formRef, submit, isPending, errorOf, general, serverMessage }
}

/** Fields for the redirect of a post without scripts. */
const REDIRECT_FIELDS = ['to', 'redirect']

/** Outcomes that need no server: empty required fields, and a repeated password that differs. */
function findInvalid(
  element: HTMLFormElement,
  form: FormResult['form'],
  fields: Record<string, string>,
): AccountOutcome[] {
  const unnamed = form === 'author' ? displayNameOutcome(fields) : null
  if (unnamed) return [unnamed]
  const required = [...element.querySelectorAll<HTMLInputElement>('input[required]')]
  const empty = required.flatMap(({ name }) =>
    fields[name] === undefined ? (EMPTY_OUTCOMES[name] ?? []) : [],
  )
  if (empty.length > 0) return empty.map((outcome) => (form === 'name' ? 'bad_username' : outcome))
  const error = confirmError(fields)
  return error ? [error] : []
}

/** Outcome of a required field that is empty. */
const EMPTY_OUTCOMES: Readonly<Record<string, AccountOutcome>> = {
  password: 'required',
  code: 'code',
  new_password: 'password',
  confirm: 'required_confirm',
  username: 'username',
}

/** The contract's validation message starts with the invalid fields (`password, code: …`). */
function invalidFieldOutcome(form: FormResult['form'], message: string): AccountOutcome {
  const [field = ''] = message.split(/[,:]/)
  if (form === 'author' && field.startsWith('display_name')) return 'bad_display_name'
  if (form === 'author') return field.startsWith('links') ? 'bad_links' : 'bad_about'
  if (field === 'new_password') return 'password'
  if (field === 'password') return 'wrong_password'
  if (field === 'username' && form === 'name') return 'bad_username'
  return field === 'code' || field === 'username' ? field : 'refused'
}

/** Makes calls and knows whether one is pending. A 401 leads to the sign-in page. */
function useCall(login: string) {
  const [isPending, setPending] = useState(false)
  async function send<N extends ApiCallName>(name: N, input: ApiInput<N>): Promise<ApiResult> {
    setPending(true)
    const result = await callApi(name, input)
    setPending(false)
    if (!result.ok && result.code === 401) signInAgain(login, result)
    return result
  }
  return { send, isPending }
}
