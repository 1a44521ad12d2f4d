'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { AccountForm } from './account-form-client.tsx'
import {
  type OutcomeLabels,
  type Proof,
  ProofFields,
  type ProofLabels,
} from './proof-fields-client.tsx'
import { removeDrafts } from '#lib/creator/draft-store-client.ts'
import { forgetSession, sessionStore } from '#lib/browser/session-store.ts'
import { useAccountForm } from './use-account-form-client.ts'

type Labels = ProofLabels & Record<'open' | 'warning' | 'type' | 'confirm' | 'done', string>
type Props = {
  proof: Proof
  returnTo: string
  home: string
  login: string
  result: FormResult | null
  /** User name as it was typed, if the form was posted without scripts. */
  typedName: string
  labels: Labels
  outcomes: OutcomeLabels
}

/**
 * Deletes the account. Confirmed twice: the form is in a fold, and the user name has to be typed.
 */
export function DeleteAccount(props: Props) {
  const { proof, returnTo, home, login, result, typedName, labels, outcomes } = props
  const state = useAccountForm({
    call: 'deleteAccount',
    form: 'delete',
    login,
    result,
    outcomes,
    onDone: () => {
      const uid = sessionStore.get().author?.uid
      if (uid !== undefined) removeDrafts(uid)
      forgetSession()
      // A full load, so that the Back button shows nothing of the account.
      location.replace(home)
    },
  })
  return (
    <details open={result?.form === 'delete' || result?.from === 'delete'} className="group">
      <summary
        className={`${buttonClass({ variant: 'secondary' })} w-fit cursor-pointer list-none text-danger [&::-webkit-details-marker]:hidden`}
      >
        {labels.open}
      </summary>
      <AccountForm
        {...{ state, returnTo, outcomes }}
        form="delete"
        lead={<p className="text-sm">{labels.warning}</p>}
        done={labels.done}
        className="mt-5 max-w-sm space-y-5 rounded-card border border-danger/60 p-5"
      >
        <p className="text-sm text-content-muted">{outcomes.allRequired}</p>
        <Field
          label={labels.type}
          id={formId('delete', 'username')}
          name="username"
          defaultValue={typedName}
          autoComplete="off"
          enterKeyHint="next"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={state.errorOf('username')}
        />
        <ProofFields
          proof={proof}
          labels={labels}
          outcomes={outcomes}
          form="delete"
          result={result}
          error={state.errorOf('proof')}
        />
        <button
          type="submit"
          aria-disabled={state.isPending}
          className="h-10 cursor-pointer rounded-key border border-transparent bg-danger px-4 text-sm font-semibold text-content-inverse aria-disabled:opacity-75"
        >
          {labels.confirm}
        </button>
      </AccountForm>
    </details>
  )
}
