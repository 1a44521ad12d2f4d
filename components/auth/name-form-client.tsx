'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import type { Told } from '#lib/auth/account-outcome.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import type { OutcomeWords } from './proof-fields-client.tsx'
import { useAccountForm } from './use-account-form-client.ts'

type Props = {
  username: string
  /** This page, and where to go on. */
  place: string
  redirect: string
  login: string
  told: Told | null
  words: Record<'label' | 'help' | 'submit' | 'pending', string>
  outcomes: OutcomeWords
}

/** Chooses the user name of an account that came by a provider; the name that it has is offered. */
export function NameForm({ username, place, redirect, login, told, words, outcomes }: Props) {
  const { frame, submit, isPending, faultOf, general, said } = useAccountForm({
    path: '/account/name',
    form: 'name',
    login,
    told,
    // Loaded whole, so that the header shows the new name.
    onDone: () => location.replace(redirect),
  })
  const fault = faultOf('username')
  return (
    <form
      id="name"
      ref={frame}
      method="post"
      action="/api/account/name"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="space-y-5"
    >
      <input type="hidden" name="to" value={place} />
      <input type="hidden" name="redirect" value={redirect} />
      <OutcomeNotice outcome={general} said={said} words={outcomes} done={outcomes.done} />
      <Field
        label={words.label}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={username}
        help={words.help}
        fault={fault ? outcomes[fault] : undefined}
      />
      <button
        type="submit"
        aria-disabled={isPending}
        className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full cursor-pointer aria-disabled:opacity-60`}
      >
        {isPending ? words.pending : words.submit}
      </button>
    </form>
  )
}
