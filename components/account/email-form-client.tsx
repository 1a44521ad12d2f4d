'use client'

import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'
import {
  type EmailError,
  type EmailFormState,
  emailStateSchema,
  NO_EMAIL_ERRORS,
} from '#lib/account/email-form.ts'

export type EmailFormProps = {
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: EmailFormState | null
  hasPassword: boolean
  /** Whether the account has an address, which gets a code too. */
  hasEmail: boolean
}

/** Changes the e-mail address: first it sends codes to both addresses, then it asks for them. */
export function EmailForm({ address, kept, hasPassword, hasEmail }: EmailFormProps) {
  const t = useAccountMessages('account.changeEmail')
  const password = useAccountMessages('account.password')
  const auth = useAccountMessages('auth')
  const { state, isPending, form } = usePostedForm(
    'email',
    emailStateSchema,
    kept ?? NO_EMAIL_ERRORS,
    address,
  )
  const { typed, areSent, isJustSent, errors, error, isDone } = state
  const textOf = (one: EmailError | undefined) => one && t(`error.${one}`)
  const isCode = {
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 40,
    required: true,
  } as const
  return (
    <PostedForm
      {...form}
      fields={{ sent: areSent ? '1' : null }}
      error={error && textOf(error)}
      success={isDone ? t('done') : isJustSent && t('sent')}
      className="max-w-sm space-y-5"
    >
      <Field
        key={`email ${typed.email}`}
        id="new-email"
        name="email"
        type="email"
        label={t('new')}
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
            label={t('code')}
            defaultValue={typed.code}
            error={textOf(errors.code)}
          />
          {hasEmail && (
            <Field
              {...isCode}
              key={`present ${typed.present_code}`}
              id="email-present-code"
              name="present_code"
              label={t('presentCode')}
              defaultValue={typed.present_code}
              error={textOf(errors.present_code)}
            />
          )}
          {hasPassword && (
            <Field
              id="email-password"
              name="password"
              type="password"
              label={password('present')}
              autoComplete="current-password"
              reveal={{ show: auth('show'), hide: auth('hide') }}
              error={textOf(errors.password)}
              required
            />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {areSent && <SubmitButton isPending={isPending}>{t('submit')}</SubmitButton>}
        <SubmitButton isPending={isPending} variant="secondary" name="intent" value="codes">
          {areSent ? t('again') : t('send')}
        </SubmitButton>
      </div>
    </PostedForm>
  )
}
