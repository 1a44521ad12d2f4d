'use client'

import { useActionState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { Notice } from '#components/ui/notice.tsx'
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

const ID = 'answer'

/** Answers the operator about a hidden project. Posts to a server action, with and without scripts. */
export function AnswerForm({ kind, id, address, locale, labels }: Props) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(answerOperator, EMPTY_ANSWER, address)
  const { text, error, isSent } = state
  const isOfField = error === 'empty' || error === 'too_long'
  const note = { error: isOfField ? labels.errors[error] : undefined, help: labels.help }
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
      <div className="space-y-1.5">
        <label htmlFor={ID} className="block text-sm font-medium">
          {labels.text}
        </label>
        <textarea
          // What was refused stays, also after React has reset the form.
          key={text}
          id={ID}
          name="text"
          rows={6}
          dir="auto"
          defaultValue={text}
          aria-invalid={isOfField}
          aria-describedby={noteIds(ID, note)}
          className={`block w-full rounded-key border bg-surface-0 px-3 py-2 text-base ${isOfField ? 'border-danger' : 'border-line-control'}`}
        />
        <FieldNote id={ID} {...note} />
      </div>
      <button
        type="submit"
        aria-disabled={isPending}
        className={`${buttonClass({ variant: 'secondary' })} cursor-pointer aria-disabled:opacity-75`}
      >
        {labels.send}
      </button>
    </form>
  )
}
