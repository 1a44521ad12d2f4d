'use client'

import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { type MailTestState, mailTestStateSchema } from '#lib/admin/site-forms.ts'

type Labels = {
  submit: string
  sent: string
  failed: string
  /** The server said nothing: the message was saved as a file. */
  saved: string
  answer: string
  errors: Record<NonNullable<MailTestState['error']>, string>
}

type Props = {
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: MailTestState | null
  labels: Labels
}

const EMPTY: MailTestState = { error: null, test: null }

/** Sends a test message, and shows what the mail server said. */
export function TestMailForm({ address, kept, labels }: Props) {
  const { state, isPending, form } = usePostedForm(
    'test-mail',
    mailTestStateSchema,
    kept ?? EMPTY,
    address,
  )
  const { test } = state
  return (
    <PostedForm {...form} error={state.error && labels.errors[state.error]} className="space-y-4">
      <div role="status" className="space-y-3">
        {test && (
          <Notice tone={test.is_sent ? 'success' : 'danger'}>
            {test.is_sent ? (test.answer === '' ? labels.saved : labels.sent) : labels.failed}
          </Notice>
        )}
        {test && test.answer !== '' && (
          <div className="space-y-1 text-sm">
            <p className="text-content-muted">{labels.answer}</p>
            <pre
              lang="en"
              className="rounded-card bg-surface-2 px-4 py-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
            >
              {test.answer}
            </pre>
          </div>
        )}
      </div>
      <SubmitButton isPending={isPending} variant="secondary">
        {labels.submit}
      </SubmitButton>
    </PostedForm>
  )
}
