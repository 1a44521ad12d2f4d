'use client'

import { type FormEvent, useRef, useState } from 'react'
import {
  type AccountOutcome,
  confirmFault,
  outcomeOf,
  type Told,
} from '#lib/auth/account-outcome.ts'
import { useWrite } from './use-write-client.ts'

type Options = {
  path: string
  login: string
  /** What the page tells of the form, where it was posted without scripts. */
  told: Told | null
  form: Told['form']
  onDone: () => void
}

/**
 * A plain form of the account page: it posts by itself, and with scripts goes through `/api/v1`, so
 * that nothing that was typed is lost.
 */
export function useAccountForm({ path, login, told, form, onDone }: Options) {
  const posted = told?.form === form ? told.outcome : null
  const [outcome, setOutcome] = useState<AccountOutcome | null>(posted)
  /** What the server said, where there are no words for it here. */
  const [said, setSaid] = useState('')
  const { send, isPending } = useWrite(login)
  const frame = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (isPending) return
    const given = Object.fromEntries(
      [...new FormData(currentTarget)].filter(
        ([name, value]) => !PLACES.includes(name) && value !== '',
      ),
    )
    if (lacksProof(currentTarget)) return tell('required')
    const fault = confirmFault(given)
    if (fault) return tell(fault)
    const { confirm: _, ...body } = given
    const written = await send({ method: 'POST', path, body })
    if (written.ok) {
      currentTarget.reset()
      setOutcome(null)
      return onDone()
    }
    if (written.code === 401) return
    const next =
      written.code === 400 && written.reason === null
        ? faultIn(form, written.message)
        : outcomeOf(written.code || 503, written.reason ?? undefined)
    tell(next, written.message)
  }
  function tell(next: AccountOutcome, message = '') {
    setOutcome(next)
    setSaid(message)
    frame.current?.querySelector<HTMLInputElement>(`[name="${FIELD_OF[next] ?? ''}"]`)?.focus()
  }
  /** The outcome where it is about a field. */
  const faultOf = (field: string) => (outcome && FIELD_OF[outcome] === field ? outcome : null)
  const general = outcome && !FIELD_OF[outcome] ? outcome : null
  return { frame, submit, isPending, faultOf, general, said }
}

/** Fields that say where to go on, for a browser without scripts. */
const PLACES = ['to', 'redirect']

/** Whether the form asks for the password, and neither it nor a code in its place was given. */
function lacksProof(form: HTMLFormElement): boolean {
  const given = new FormData(form)
  return given.get('password') === '' && !given.get('code')
}

/** The field that an outcome is about. */
const FIELD_OF: Partial<Record<AccountOutcome, string>> = {
  wrong_password: 'password',
  required: 'password',
  password: 'new_password',
  common_password: 'new_password',
  required_confirm: 'confirm',
  mismatch: 'confirm',
  code: 'code',
  wrong_code: 'code',
  code_needed: 'code',
  username: 'username',
  bad_username: 'username',
  username_taken: 'username',
}

/** A refusal of the contract names the fields at fault first (`password, code: …`). */
function faultIn(form: Told['form'], message: string): AccountOutcome {
  const [field = ''] = message.split(/[,:]/)
  if (field === 'new_password') return 'password'
  if (field === 'password') return 'wrong_password'
  if (field === 'username' && form === 'name') return 'bad_username'
  return field === 'code' || field === 'username' ? field : 'refused'
}
