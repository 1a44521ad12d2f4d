'use client'

import { Field } from '#components/ui/field-client.tsx'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { AccountForm, AccountSubmit } from './account-form-client.tsx'
import type { OutcomeLabels } from './proof-fields-client.tsx'
import { useAccountForm } from './use-account-form-client.ts'

type Props = {
  username: string
  /** Path of this page. */
  returnTo: string
  redirect: string
  login: string
  result: FormResult | null
  labels: Record<'label' | 'help' | 'submit' | 'pending', string>
  outcomes: OutcomeLabels
}

/**
 * Form for the user name of an account created through a provider; starts with the provider's name.
 */
export function NameForm({ username, returnTo, redirect, login, result, labels, outcomes }: Props) {
  const state = useAccountForm({
    call: 'chooseName',
    form: 'name',
    login,
    result,
    outcomes,
    // A full load, so that the header shows the new name.
    onDone: () => location.replace(redirect),
  })
  return (
    <AccountForm
      {...{ state, returnTo, outcomes }}
      form="name"
      done={outcomes.done}
      id="name"
      className="space-y-5"
    >
      <input type="hidden" name="redirect" value={redirect} />
      <Field
        label={labels.label}
        id={formId('name', 'username')}
        name="username"
        autoComplete="username"
        enterKeyHint="done"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={username}
        help={labels.help}
        error={state.errorOf('username')}
      />
      <AccountSubmit isPending={state.isPending} labels={labels} isWide />
    </AccountForm>
  )
}
