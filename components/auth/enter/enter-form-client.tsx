'use client'

import { Button } from '#components/ui/button.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { FIELDS, type Field as FieldName, type FormState } from '#lib/auth/form.ts'
import { Field } from '#components/ui/field-client.tsx'
import type { FormLabels } from './labels.ts'
import { type EnterFormOptions, useEnterForm } from './use-enter-form-client.ts'
import { capitalise } from '#lib/browser/capitalise.ts'
import { Notice } from '#components/ui/notice.tsx'

/** Input attributes for password managers and keyboards. */
const INPUTS = {
  account: {
    type: 'text',
    autoComplete: 'username',
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  code: { type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 40 },
  username: { type: 'text', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password' },
  confirm: { type: 'password', autoComplete: 'new-password' },
} as const satisfies Record<FieldName, object>

type Props = EnterFormOptions & { locale: string; redirect: string | null }

/**
 * Form of one mode. Posts to a server action, with and without scripts; scripts add validation
 * while typing, the countdown, and keep the input if the connection fails.
 */
export function EnterForm({ locale, redirect, ...options }: Props) {
  const { labels, prefilled } = options
  const { formRef, mode, state, post, submit, register, errorOf, isPending, isSealed, ...code } =
    useEnterForm(options)
  const isNew = mode === 'register' || mode === 'reset'
  const helpOf = (name: FieldName) => {
    if (name === 'password' && isSealed) return labels.passwordKept
    if (name === 'code') return labels.help.code
    return isNew && (name === 'username' || name === 'password') ? labels.help[name] : undefined
  }
  /** Field next to the button that sends a code. */
  const codeField = mode === 'both' ? 'code' : 'email'
  return (
    <form ref={formRef} action={post} onSubmit={submit} noValidate className="space-y-5">
      {/* Enter submits with the first button, which has to be the one that signs in. */}
      <button
        type="submit"
        name="intent"
        value="enter"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
      >
        {labels.submit[mode]}
      </button>
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="redirect" value={redirect ?? ''} />
      <input type="hidden" name="kept" value={state.sealedPassword ?? ''} />
      <FormNotice state={state} labels={labels} locale={locale} isPrefilled={prefilled !== null} />
      <p className="text-sm text-content-muted">{labels.allRequired}</p>
      {FIELDS[mode].map((name) => (
        <Field
          key={name}
          {...INPUTS[name]}
          {...(name === 'password' && {
            autoComplete: isNew ? 'new-password' : 'current-password',
          })}
          label={labels.field[name === 'password' && mode === 'reset' ? 'newPassword' : name]}
          help={helpOf(name)}
          error={errorOf(name)}
          reveal={name === 'password' || name === 'confirm' ? labels : undefined}
          defaultValue={state.values[name]}
          enterKeyHint={name === FIELDS[mode].at(-1) ? 'go' : 'next'}
          required={!(name === 'password' && isSealed)}
          {...register(name)}
          action={name === codeField && <CodeButton {...code} {...{ isPending, labels }} />}
        />
      ))}
      <SubmitButton
        isPending={isPending}
        pending={labels.pending}
        isWide
        name="intent"
        value="enter"
      >
        {labels.submit[mode]}
      </SubmitButton>
    </form>
  )
}

type CodeButtonProps = { isPending: boolean; isSent: boolean; left: number; labels: FormLabels }

/** The button "get code", then "retry" with the remaining seconds. */
function CodeButton({ isPending, isSent, left, labels }: CodeButtonProps) {
  const again = left > 0 ? labels.retryIn.replace('{seconds}', String(left)) : labels.retry
  return (
    <Button
      type="submit"
      name="intent"
      value="code"
      aria-disabled={isPending || left > 0}
      variant="secondary"
      className="h-11 min-w-28 shrink-0 tabular-nums aria-disabled:cursor-default aria-disabled:opacity-75"
    >
      {isSent ? again : labels.getCode}
    </Button>
  )
}

type NoticeProps = {
  state: FormState
  labels: FormLabels
  locale: string
  /** Whether the form is filled with values of the sign-in form. */
  isPrefilled: boolean
}

/** Result of a submit: why it failed, or that a code was sent. */
function FormNotice({ state, labels, locale, isPrefilled }: NoticeProps) {
  const { failure, codeSent } = state
  const isUntouched =
    failure === null && codeSent === null && Object.keys(state.fieldErrors).length === 0
  return (
    // The regions exist before they are filled: screen readers observe what is there.
    <div className="contents">
      <div role="alert" className="not-empty:mb-5">
        {failure && !isHint(failure) && (
          <Notice tone="danger" title={labels.failed}>
            {labels.loginFailed} {failureText(labels, state, failure, locale)}
          </Notice>
        )}
      </div>
      <div role="status" className="not-empty:mb-5">
        {isPrefilled && isUntouched && <Notice tone="info">{labels.begun}</Notice>}
        {failure && isHint(failure) && (
          <Notice tone="info">{failureText(labels, state, failure, locale)}</Notice>
        )}
        {codeSent !== null && (
          <Notice tone="success">
            {state.needsCode
              ? labels.codeSentToAccount
              : labels.codeSent.replace('{email}', codeSent.to)}
          </Notice>
        )}
      </div>
    </div>
  )
}

type Failure = NonNullable<FormState['failure']>

/** Failures that ask for another step instead of reporting an error. */
const isHint = (failure: Failure) => failure === 'code_needed' || failure === 'use_last_code'

function failureText(
  labels: FormLabels,
  state: FormState,
  failure: Failure,
  locale: string,
): string {
  const { wait } = state
  // Said beside the password.
  if (failure === 'wrong_credentials') return ''
  if (failure === 'refused' && state.message) return capitalise(state.message)
  if (failure !== 'too_many' || wait === null) return labels.failure[failure]
  const when = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const duration =
    wait < 90 ? when.format(wait, 'second') : when.format(Math.ceil(wait / 60), 'minute')
  return labels.failure.tooManyWait.replace('{when}', duration)
}
