'use client'

import type { ReactNode } from 'react'
import { formId } from '#lib/auth/account-outcome.ts'
import { endpoints } from '#lib/paths.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import { type AccountFormOptions, useAccountForm } from './use-account-form-client.ts'

type Fields = Pick<ReturnType<typeof useAccountForm>, 'errorOf' | 'isPending'>
type Props = AccountFormOptions & {
  /** Path of this page. */
  returnTo: string
  /** Message of success. */
  done: string
  id?: string
  className: string
  /** What stands above the result. */
  lead?: ReactNode
  children: (fields: Fields) => ReactNode
}

/** A form of the account page with its result. */
export function AccountForm(props: Props) {
  const { returnTo, done, id, className, lead, children, ...options } = props
  const { form } = options
  const { formRef, submit, general, serverMessage, ...fields } = useAccountForm(options)
  return (
    <form
      id={id}
      ref={formRef}
      method="post"
      action={endpoints.form(`account-${form}`)}
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
        done={done}
      />
      {children(fields)}
    </form>
  )
}
