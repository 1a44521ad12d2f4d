'use client'

import type { ReactNode } from 'react'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { endpoints } from '#lib/paths.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import type { OutcomeLabels } from './proof-fields-client.tsx'
import type { useAccountForm } from './use-account-form-client.ts'

type Props = {
  form: FormResult['form']
  state: ReturnType<typeof useAccountForm>
  /** Path of this page. */
  returnTo: string
  /** Message of success. */
  done: string
  outcomes: OutcomeLabels
  id?: string
  className: string
  /** What stands above the result. */
  lead?: ReactNode
  children: ReactNode
}

/** A form of the account page with its result, for `useAccountForm`. */
export function AccountForm(props: Props) {
  const { form, returnTo, done, outcomes, id, className, lead, children } = props
  const { formRef, submit, general, serverMessage } = props.state
  return (
    <form
      id={id}
      ref={formRef}
      method="post"
      action={endpoints.accountForm(form)}
      onSubmit={(event) => void submit(event)}
      noValidate
      className={className}
    >
      {lead}
      <input type="hidden" name="to" value={returnTo} />
      <OutcomeNotice
        id={formId(form, 'result')}
        outcome={general}
        serverMessage={serverMessage}
        labels={outcomes}
        done={done}
      />
      {children}
    </form>
  )
}

type SubmitProps = {
  isPending: boolean
  labels: Record<'submit' | 'pending', string>
  /** Large, over the whole width. */
  isWide?: boolean
}

export const AccountSubmit = ({ isPending, labels, isWide = false }: SubmitProps) => (
  <SubmitButton isPending={isPending} pending={labels.pending} isWide={isWide}>
    {labels.submit}
  </SubmitButton>
)
