'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { textsOf, usePost } from '#components/ui/form/use-post-client.ts'
import { useInvalidReport } from '#components/ui/use-invalid-report-client.ts'
import { ACCOUNT_FIELDS, type TypedForm } from '#lib/account/account-fields.ts'
import {
  type AccountOutcome,
  accountStateSchema,
  FIELD_OF,
  type FormField,
  formId,
  type FormResult,
  UNANSWERED,
} from '#lib/account/account-outcome.ts'
import { endpoints } from '#lib/paths.ts'
import { OutcomeNotice } from '#components/signed-in/outcome-notice.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Options = {
  form: TypedForm
  /** Result of a post without scripts, if it was this form. */
  result: FormResult | null
  onDone: () => void
}

type Fields = Pick<ReturnType<typeof useAccountForm>, 'errorOf' | 'isPending'>
type Props = Options & {
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

/** A form of the account page. It posts by itself; with scripts it stays, so that the input is not lost. */
function useAccountForm({ form, result, onDone }: Options) {
  const t = useAccountMessages('account.outcome')
  const shared = useAccountMessages('form')
  const posted = result?.form === form ? [result.outcome] : []
  const [outcomes, setOutcomes] = useState<readonly AccountOutcome[]>(posted)
  const [serverMessage, setServerMessage] = useState('')
  const { post, isPending } = usePost(`account-${form}`, accountStateSchema)
  const { formRef, report } = useInvalidReport(shared('invalid', { fields: '{fields}' }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (isPending) return
    const data = new FormData(currentTarget)
    const typed = ACCOUNT_FIELDS[form](Object.fromEntries(textsOf(data)))
    if (Array.isArray(typed)) return showOutcomes(typed)
    const answer = await post(data)
    if (!answer) return
    const { outcomes: next, message } = answer.state ?? UNANSWERED
    if (next[0] !== 'done') return showOutcomes(next, message)
    currentTarget.reset()
    setOutcomes([])
    onDone()
  }
  function showOutcomes(next: readonly AccountOutcome[], message = '') {
    setOutcomes(next)
    setServerMessage(message)
    report()
  }
  /** Text of the outcome that concerns the field. */
  const errorOf = (field: FormField) => {
    const found = outcomes.find((outcome) => FIELD_OF[outcome] === field)
    return found && t(found)
  }
  const general = outcomes.find((outcome) => !FIELD_OF[outcome]) ?? null
  return { formRef, submit, isPending, errorOf, general, serverMessage }
}
