'use client'

import { CodeButton } from '#components/ui/code-button-client.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { FIELDS, type EnterField, type FormState } from '#lib/sign-in/enter-form.ts'
import { Field } from '#components/ui/field-client.tsx'
import type { FormLabels } from './labels.ts'
import { type EnterFormOptions, useEnterForm } from './use-enter-form-client.ts'
import { capitalise } from '#lib/browser/capitalise.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#lib/browser/use-store.ts'
import { endpoints } from '#lib/paths.ts'

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
} as const satisfies Record<EnterField, object>

type Props = EnterFormOptions & { locale: string; redirect: string | null }

/**
 * Form of one mode. Posts with and without scripts; scripts add validation
 * while typing, the countdown, and keep the input if the connection fails.
 */
export function EnterForm({ locale, redirect, ...options }: Props) {
  const { labels, prefilled } = options
  const { formRef, mode, state, submit, register, errorOf, isPending, isSealed, ...code } =
    useEnterForm(options)
  const isNew = mode === 'register' || mode === 'reset'
  const helpOf = (name: EnterField) => {
    if (name === 'password' && isSealed) return labels.passwordKept
    if (name === 'code') return labels.help.code
    return isNew && (name === 'username' || name === 'password') ? labels.help[name] : undefined
  }
  /** Field next to the button that sends a code. */
  const codeField = mode === 'both' ? 'code' : 'email'
  return (
    <form
      ref={formRef}
      method="post"
      action={endpoints.form('enter')}
      onSubmit={submit}
      noValidate
      className="space-y-5"
    >
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
      <FormNotice
        {...{ state, labels, locale }}
        left={code.left}
        isPrefilled={prefilled !== null}
      />
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
          action={
            name === codeField && (
              <CodeButton
                type="submit"
                name="intent"
                value="code"
                isAgain={code.isRequested}
                left={code.left}
                {...{ isPending, labels }}
              />
            )
          }
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

type NoticeProps = {
  state: FormState
  labels: FormLabels
  locale: string
  /** Seconds until the next code may be requested. */
  left: number
  /** Whether the form is filled with values of the sign-in form. */
  isPrefilled: boolean
}

/** Result of a submit: why it failed, or that a code was sent. */
function FormNotice({ state, labels, locale, left, isPrefilled }: NoticeProps) {
  const { failure, codeSent } = state
  const isHydrated = useHydrated()
  const codeText = (wait: number) =>
    labels.failure.code_too_soon.replace('{when}', untilText(wait, locale))
  const isUntouched =
    failure === null && codeSent === null && Object.keys(state.fieldErrors).length === 0
  return (
    // The regions exist before they are filled: screen readers observe what is there.
    <div className="contents">
      <div role="alert" className="not-empty:mb-5">
        {failure && !isHint(failure) && (
          <Notice tone="danger" title={labels.failed}>
            {failureText(labels, state, failure, locale)}
          </Notice>
        )}
      </div>
      <div role="status" className="not-empty:mb-5">
        {isPrefilled && isUntouched && <Notice tone="info">{labels.begun}</Notice>}
        {failure && isHint(failure) && failure !== 'code_too_soon' && (
          <Notice tone="info">{failureText(labels, state, failure, locale)}</Notice>
        )}
        {failure === 'code_too_soon' && (left > 0 || !isHydrated) && (
          <Notice tone="info">
            {/* Announced once; what counts down with the button is not. */}
            <span className="sr-only">{codeText(state.wait ?? 0)}</span>
            <span aria-hidden="true">{codeText(left || (state.wait ?? 0))}</span>
          </Notice>
        )}
        {codeSent !== null && (
          <Notice tone="success">
            {state.needsCode
              ? labels.codeSentToAccount
              : labels.codeSent.replace('{email}', codeSent)}
          </Notice>
        )}
      </div>
    </div>
  )
}

type Failure = NonNullable<FormState['failure']>

/** Failures that ask for another step instead of reporting an error. */
const HINTS: readonly Failure[] = ['code_needed', 'use_last_code', 'code_too_soon']
const isHint = (failure: Failure) => HINTS.includes(failure)

/** One message for each cause. */
function failureText(
  labels: FormLabels,
  { wait, message }: FormState,
  failure: Failure,
  locale: string,
): string {
  if (failure === 'wrong_credentials') return labels.loginFailed
  if (failure === 'refused' && message) return capitalise(message)
  if (failure !== 'too_many' || wait === null) return labels.failure[failure]
  return labels.failure.tooManyWait.replace('{when}', untilText(wait, locale))
}

/** “in 42 seconds” */
function untilText(seconds: number, locale: string): string {
  const when = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  return seconds < 90
    ? when.format(seconds, 'second')
    : when.format(Math.ceil(seconds / 60), 'minute')
}
