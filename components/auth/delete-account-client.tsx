'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import type { Told } from '#lib/auth/account-outcome.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import {
  type OutcomeWords,
  type Proof,
  ProofFields,
  type ProofWords,
} from './proof-fields-client.tsx'
import { removeDrafts } from '#lib/creator/draft-store-client.ts'
import { currentSession, forget } from './session-store-client.ts'
import { useAccountForm } from './use-account-form-client.ts'

type Words = ProofWords & Record<'open' | 'warning' | 'type' | 'confirm' | 'done', string>
type Props = {
  proof: Proof
  place: string
  home: string
  login: string
  codeForm: string
  told: Told | null
  words: Words
  outcomes: OutcomeWords
}

/** Deletes the account after asking twice: behind a fold, and by the user name typed into it. */
export function DeleteAccount(props: Props) {
  const { proof, place, home, login, codeForm, told, words, outcomes } = props
  const { frame, submit, isPending, faultOf, general, said } = useAccountForm({
    path: '/account/delete',
    form: 'delete',
    login,
    told,
    onDone: () => {
      const uid = currentSession().author?.uid
      if (uid !== undefined) removeDrafts(uid)
      forget()
      // Loaded whole, so that nothing of the account is there when one goes back.
      location.replace(home)
    },
  })
  const faultWord = (field: string) => {
    const fault = faultOf(field)
    return fault ? outcomes[fault] : undefined
  }
  return (
    <details open={told?.form === 'delete'} className="group">
      <summary
        className={`${buttonClass({ variant: 'secondary' })} w-fit cursor-pointer list-none text-danger [&::-webkit-details-marker]:hidden`}
      >
        {words.open}
      </summary>
      <form
        ref={frame}
        method="post"
        action="/api/account/delete"
        onSubmit={(event) => void submit(event)}
        noValidate
        className="mt-5 max-w-sm space-y-5 rounded-card border border-danger/60 p-5"
      >
        <p className="text-sm">{words.warning}</p>
        <input type="hidden" name="to" value={place} />
        <OutcomeNotice outcome={general} said={said} words={outcomes} done={words.done} />
        <Field
          label={words.type}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          fault={faultWord('username')}
        />
        <ProofFields
          proof={proof}
          words={words}
          outcomes={outcomes}
          codeForm={codeForm}
          fault={faultWord('password') ?? faultWord('code')}
        />
        <button
          type="submit"
          aria-disabled={isPending}
          className="h-10 cursor-pointer rounded-key bg-danger px-4 text-sm font-semibold text-content-inverse aria-disabled:opacity-60"
        >
          {words.confirm}
        </button>
      </form>
    </details>
  )
}
