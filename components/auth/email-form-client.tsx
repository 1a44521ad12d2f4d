'use client'

import { ActionForm, useActionForm } from '#components/ui/action-form-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { changeEmail } from '#lib/auth/change-email.ts'
import { type EmailError, NO_EMAIL_ERRORS } from '#lib/auth/email-form.ts'

export type EmailLabels = {
  email: string
  password: string
  code: string
  presentCode: string
  send: string
  again: string
  submit: string
  sent: string
  done: string
  show: string
  hide: string
  errors: Record<EmailError, string>
}

type Props = {
  address: string
  hasPassword: boolean
  /** Whether the account has an address, which gets a code too. */
  hasEmail: boolean
  labels: EmailLabels
}

/** Changes the e-mail address: first it sends codes to both addresses, then it asks for them. */
export function EmailForm({ address, hasPassword, hasEmail, labels }: Props) {
  const { state, isPending, form } = useActionForm(changeEmail, NO_EMAIL_ERRORS, address)
  const { typed, areSent, isJustSent, errors, failure, isDone } = state
  const textOf = (error: EmailError | undefined) => error && labels.errors[error]
  const isCode = {
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 40,
    required: true,
  } as const
  return (
    <ActionForm
      {...form}
      fields={{ sent: areSent ? '1' : null }}
      error={failure && labels.errors[failure]}
      success={isDone ? labels.done : isJustSent && labels.sent}
      className="max-w-sm space-y-5"
    >
      <Field
        key={`email ${typed.email}`}
        id="new-email"
        name="email"
        type="email"
        label={labels.email}
        autoComplete="email"
        defaultValue={typed.email}
        error={textOf(errors.email)}
        required
      />
      {areSent && (
        <>
          <Field
            {...isCode}
            key={`code ${typed.code}`}
            id="email-code"
            name="code"
            label={labels.code}
            defaultValue={typed.code}
            error={textOf(errors.code)}
          />
          {hasEmail && (
            <Field
              {...isCode}
              key={`present ${typed.present_code}`}
              id="email-present-code"
              name="present_code"
              label={labels.presentCode}
              defaultValue={typed.present_code}
              error={textOf(errors.present_code)}
            />
          )}
          {hasPassword && (
            <Field
              id="email-password"
              name="password"
              type="password"
              label={labels.password}
              autoComplete="current-password"
              reveal={{ show: labels.show, hide: labels.hide }}
              error={textOf(errors.password)}
              required
            />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {areSent && <SubmitButton isPending={isPending}>{labels.submit}</SubmitButton>}
        <SubmitButton isPending={isPending} variant="secondary" name="intent" value="codes">
          {areSent ? labels.again : labels.send}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}
