'use client'

import { useActionState } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { type AnswerError, EMPTY_ANSWER } from '#lib/auth/answer-form.ts'
import { answerOperator } from '#lib/auth/answer-operator.ts'
import type { Kind } from '#lib/contract/kind.ts'

type Props = {
  kind: Kind
  id: string
  /** Address of this page. */
  address: string
  locale: string
  labels: Record<'text' | 'help' | 'send' | 'sent', string> & {
    errors: Record<AnswerError, string>
  }
}

/** Answers the operator about a hidden project. Posts to a server action, with and without scripts. */
export function AnswerForm({ kind, id, address, locale, labels }: Props) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(answerOperator, EMPTY_ANSWER, address)
  const { text, error, isSent } = state
  const isOfField = error === 'empty' || error === 'too_long'
  return (
    <form action={post} className="space-y-4" noValidate>
      <div role="alert">
        {error && !isOfField && <Notice tone="danger">{labels.errors[error]}</Notice>}
      </div>
      <div role="status">{isSent && <Notice tone="success">{labels.sent}</Notice>}</div>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="page" value={address} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="project_id" value={id} />
      <TextArea
        // What was refused stays, also after React has reset the form.
        key={text}
        id="answer"
        name="text"
        rows={6}
        label={labels.text}
        help={labels.help}
        error={isOfField ? labels.errors[error] : undefined}
        defaultValue={text}
      />
      <SubmitButton isPending={isPending} variant="secondary">
        {labels.send}
      </SubmitButton>
    </form>
  )
}
