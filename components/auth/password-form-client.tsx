'use client'

import { useRouter } from 'next/navigation'
import { Field } from '#components/ui/field-client.tsx'
import { showMessage } from '#lib/browser/message-store.ts'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { AccountForm, AccountSubmit } from './account-form-client.tsx'
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
  const state = useAccountForm({
    call: 'changePassword',
    form: 'password',
    login,
    result,
    outcomes,
    onDone: () => {
      showMessage({ message: labels.done })
      router.refresh()
    },
  })
  return (
    <AccountForm
      {...{ state, returnTo, outcomes }}
      form="password"
      done={labels.done}
      className="max-w-sm space-y-5"
    >
      {/* Tells password managers which account the password belongs to. */}
      <input
        type="text"
        aria-label={username}
        autoComplete="username"
        defaultValue={username}
        hidden
        readOnly
      />
      <p className="text-sm text-content-muted">{outcomes.allRequired}</p>
      <ProofFields
        proof={proof}
        labels={labels}
        outcomes={outcomes}
        form="password"
        result={result}
        error={state.errorOf('proof')}
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
        error={state.errorOf('new_password')}
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
        error={state.errorOf('confirm')}
      />
      <AccountSubmit isPending={state.isPending} labels={labels} />
    </AccountForm>
  )
}
