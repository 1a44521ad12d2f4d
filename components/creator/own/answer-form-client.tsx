'use client'

import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import {
  type AnswerError,
  type AnswerFormState,
  answerStateSchema,
  EMPTY_ANSWER,
} from '#lib/own-projects/answer-form.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Props = {
  kind: Kind
  id: string
  /** Address of this page. */
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: AnswerFormState | null
}

/** Answers the operator about a hidden project. */
export function AnswerForm({ kind, id, address, kept }: Props) {
  const t = useAccountMessages('creator.hidden')
  const outcome = useAccountMessages('account.outcome')
  const { state, isPending, form } = usePostedForm(
    'answer',
    answerStateSchema,
    kept ?? EMPTY_ANSWER,
    address,
  )
  const { text, error, isSent } = state
  const errors: Record<AnswerError, string> = {
    empty: t('empty'),
    too_long: t('tooLong'),
    gone: t('gone'),
    too_many: t('tooMany'),
    disk_full: outcome('disk_full'),
    unavailable: outcome('unavailable'),
    refused: outcome('refused'),
  }
  const isOfField = error === 'empty' || error === 'too_long'
  return (
    <PostedForm
      {...form}
      fields={{ kind, project_id: id }}
      error={error && !isOfField && errors[error]}
      success={isSent && t('sent')}
      className="space-y-4"
    >
      <TextArea
        // What was refused stays, also after React has reset the form.
        key={text}
        id="answer"
        name="text"
        label={t('answer')}
        help={t('answerHelp')}
        error={isOfField ? errors[error] : undefined}
        rows={6}
        defaultValue={text}
      />
      <SubmitButton isPending={isPending} variant="secondary">
        {t('send')}
      </SubmitButton>
    </PostedForm>
  )
}
