'use client'

import { Button } from '#components/ui/button.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { FIELDS, type Field as FieldName } from '#lib/auth/form.ts'
import { Field } from '#components/ui/field-client.tsx'
import { FormNotice } from '#components/auth/form-notice.tsx'
import type { FormLabels } from './labels.ts'
import { type EnterFormOptions, useEnterForm } from './use-enter-form-client.ts'

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
