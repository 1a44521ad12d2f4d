'use client'

import { useRouter } from 'next/navigation'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { showMessage } from '#lib/browser/message-store.ts'
import { type FormField, formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { endpoints } from '#lib/paths.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import {
  type OutcomeLabels,
  type Proof,
  ProofFields,
  type ProofLabels,
} from './proof-fields-client.tsx'
import { useAccountForm } from './use-account-form-client.ts'

type Labels = ProofLabels &
  Record<'next' | 'confirm' | 'help' | 'submit' | 'pending' | 'done', string>
type Props = {
  proof: Proof
  username: string
  returnTo: string
  login: string
  result: FormResult | null
  labels: Labels
  outcomes: OutcomeLabels
}

/** Changes the password, or sets the first one of an account created through a provider. */
export function PasswordForm(props: Props) {
  const { proof, username, returnTo, login, result, labels, outcomes } = props
  const router = useRouter()
  const { formRef, submit, isPending, errorOf, general, serverMessage } = useAccountForm({
    call: 'changePassword',
    form: 'password',
    login,
    result,
    invalid: outcomes.invalid,
    onDone: () => {
      showMessage({ message: labels.done })
      router.refresh()
    },
  })
  const errorText = (field: FormField) => {
    const error = errorOf(field)
    return error ? outcomes[error] : undefined
  }
  return (
    <form
      ref={formRef}
      method="post"
      action={endpoints.accountForm('password')}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="max-w-sm space-y-5"
    >
      <input type="hidden" name="to" value={returnTo} />
      {/* Tells password managers which account the password belongs to. */}
      <input
        type="text"
        aria-label={username}
        autoComplete="username"
        defaultValue={username}
        hidden
        readOnly
      />
      <OutcomeNotice
        id={formId('password', 'result')}
        outcome={general}
        serverMessage={serverMessage}
        labels={outcomes}
        done={labels.done}
      />
      <p className="text-sm text-content-muted">{outcomes.allRequired}</p>
      <ProofFields
        proof={proof}
        labels={labels}
        outcomes={outcomes}
        form="password"
        result={result}
        error={errorText('proof')}
      />
      <Field
        label={labels.next}
        id={formId('password', 'new_password')}
        name="new_password"
        enterKeyHint="next"
        type="password"
        autoComplete="new-password"
        required
        reveal={labels}
        help={labels.help}
        error={errorText('new_password')}
      />
      <Field
        label={labels.confirm}
        id={formId('password', 'confirm')}
        name="confirm"
        enterKeyHint="done"
        type="password"
        autoComplete="new-password"
        required
        reveal={labels}
        error={errorText('confirm')}
      />
      <button
        type="submit"
        aria-disabled={isPending}
        className={`${buttonClass({ variant: 'primary' })} cursor-pointer aria-disabled:opacity-75`}
      >
        {isPending ? labels.pending : labels.submit}
      </button>
    </form>
  )
}
