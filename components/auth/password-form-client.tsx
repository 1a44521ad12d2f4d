'use client'

import { useRouter } from 'next/navigation'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { showMessage } from '#components/ui/message-store.ts'
import type { Told } from '#lib/auth/account-outcome.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import {
  type OutcomeWords,
  type Proof,
  ProofFields,
  type ProofWords,
} from './proof-fields-client.tsx'
import { useAccountForm } from './use-account-form-client.ts'

type Words = ProofWords &
  Record<'next' | 'confirm' | 'help' | 'submit' | 'pending' | 'done', string>
type Props = {
  proof: Proof
  username: string
  place: string
  login: string
  codeForm: string
  told: Told | null
  words: Words
  outcomes: OutcomeWords
}

/** Sets another password, or the first one of who came by a provider. */
export function PasswordForm(props: Props) {
  const { proof, username, place, login, codeForm, told, words, outcomes } = props
  const router = useRouter()
  const { frame, submit, isPending, faultOf, general, said } = useAccountForm({
    path: '/auth/change_password',
    form: 'password',
    login,
    told,
    onDone: () => {
      showMessage({ message: words.done })
      router.refresh()
    },
  })
  const faultWord = (field: string) => {
    const fault = faultOf(field)
    return fault ? outcomes[fault] : undefined
  }
  return (
    <form
      ref={frame}
      method="post"
      action="/api/account/password"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="max-w-sm space-y-5"
    >
      <input type="hidden" name="to" value={place} />
      {/* So that password managers know whose it is. */}
      <input type="text" autoComplete="username" defaultValue={username} hidden readOnly />
      <OutcomeNotice outcome={general} said={said} words={outcomes} done={words.done} />
      <ProofFields
        proof={proof}
        words={words}
        outcomes={outcomes}
        codeForm={codeForm}
        fault={faultWord('password') ?? faultWord('code')}
      />
      <Field
        label={words.next}
        name="new_password"
        type="password"
        autoComplete="new-password"
        required
        reveal={words}
        help={words.help}
        fault={faultWord('new_password')}
      />
      <Field
        label={words.confirm}
        name="confirm"
        type="password"
        autoComplete="new-password"
        required
        reveal={words}
        fault={faultWord('confirm')}
      />
      <button
        type="submit"
        aria-disabled={isPending}
        className={`${buttonClass({ variant: 'primary' })} cursor-pointer aria-disabled:opacity-60`}
      >
        {isPending ? words.pending : words.submit}
      </button>
    </form>
  )
}
