'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { endpoints } from '#lib/paths.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
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
  const { formRef, submit, isPending, errorOf, general, serverMessage } = useAccountForm({
    call: 'chooseName',
    form: 'name',
    login,
    result,
    invalid: outcomes.invalid,
    // A full load, so that the header shows the new name.
    onDone: () => location.replace(redirect),
  })
  const error = errorOf('username')
  return (
    <form
      id="name"
      ref={formRef}
      method="post"
      action={endpoints.accountForm('name')}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="space-y-5"
    >
      <input type="hidden" name="to" value={returnTo} />
      <input type="hidden" name="redirect" value={redirect} />
      <OutcomeNotice
        id={formId('name', 'result')}
        outcome={general}
        serverMessage={serverMessage}
        labels={outcomes}
        done={outcomes.done}
      />
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
        error={error ? outcomes[error] : undefined}
      />
      <button
        type="submit"
        aria-disabled={isPending}
        className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full cursor-pointer aria-disabled:opacity-75`}
      >
        {isPending ? labels.pending : labels.submit}
      </button>
    </form>
  )
}
