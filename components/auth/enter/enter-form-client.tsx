'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import {
  type FormEvent,
  useActionState,
  useEffect,
  useEffectEvent,
  useState,
  useTransition,
} from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { buttonClass } from '#components/ui/button.tsx'
import { enter } from '#lib/auth/action.ts'
import {
  EMPTY_STATE,
  fieldErrorName,
  toFieldError,
  FIELDS,
  type Field as FieldName,
  FORM_SCHEMAS,
  type FormState,
  type PageMode,
  type Values,
} from '#lib/auth/form.ts'
import { Field } from '#components/ui/field-client.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useInvalidReport } from '#components/ui/use-invalid-report-client.ts'
import { useHydrated } from '#lib/browser/use-store.ts'
import { FormNotice } from '#components/auth/form-notice.tsx'
import { useCodeSent } from './use-code-sent-client.ts'
import type { FormLabels } from './labels.ts'

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

type Props = {
  mode: PageMode
  /** Address of this page. */
  address: string
  locale: string
  redirect: string | null
  labels: FormLabels
  /** Values carried over from the sign-in form. */
  prefilled: Values | null
}

/**
 * Form of one mode. Posts to a server action, with and without scripts; scripts add validation
 * while typing, the countdown, and keep the input if the connection fails.
 */
export function EnterForm(props: Props) {
  const { mode: pageMode, address, locale, redirect, labels, prefilled } = props
  const initial = { ...EMPTY_STATE, values: prefilled ?? {} }
  // Without an address React renders `action=""`, which is invalid HTML.
  const [posted, post] = useActionState(enter, initial, address)
  const [sent, setSent] = useState<FormState | null>(null)
  const [isPending, startTransition] = useTransition()
  const state = sent ?? posted
  const mode = pageMode === 'password' && state.needsCode ? 'both' : pageMode
  // After hydration the client's validation counts, before that the server's.
  const isHydrated = useHydrated()
  // zod infers a union of the four schemas; all of their fields are strings.
  const resolver = zodResolver(FORM_SCHEMAS[mode], { error: fieldErrorName }) as Resolver<Values>
  const form = useForm<Values>({
    resolver,
    defaultValues: state.values,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const { setError, setFocus, setValue } = form
  const { formRef, report } = useInvalidReport(labels.invalid)
  const codeFor = mode === 'both' ? 'account' : 'email'
  const recipient = useWatch({ control: form.control, name: codeFor }) ?? ''
  const { isSent, left } = useCodeSent(state.codeSent, recipient)

  useEffect(() => {
    if (prefilled) setFocus('username')
  }, [prefilled, setFocus])

  useEffect(() => {
    // A new code invalidates the previous one.
    if (sent?.codeSent) setValue('code', '')
  }, [sent, setValue])

  const onInvalid = useEffectEvent(report)
  useEffect(() => {
    if (state.to !== null) window.location.replace(state.to)
    const invalid = FIELDS[mode].filter((field) => state.fieldErrors[field])
    for (const field of invalid) setError(field, { message: state.fieldErrors[field] })
    if (invalid.length > 0) onInvalid()
  }, [state, mode, setError])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const { target, nativeEvent } = event
    const isCode = getSubmitter(nativeEvent)?.value === 'code'
    const go = () => {
      if (!(target instanceof HTMLFormElement)) return
      const data = new FormData(target)
      data.set('script', '1')
      data.set('intent', isCode ? 'code' : 'enter')
      startTransition(async () => {
        // Without an answer the input stays.
        const unanswered: FormState = { ...EMPTY_STATE, failure: 'unavailable' }
        setSent(await enter(EMPTY_STATE, data).catch(() => unanswered))
      })
    }
    if (!isCode) {
      let isInvalid = false
      const submitted = form.handleSubmit(go, () => {
        isInvalid = true
      })(event)
      return void submitted.then(() => isInvalid && report())
    }
    if (left > 0) return
    void form.trigger(codeFor).then((isRight) => (isRight ? go() : report()))
  }

  const errorText = (name: FieldName) => {
    const message = isHydrated ? errors[name]?.message : state.fieldErrors[name]
    return message === undefined ? undefined : labels.errors[toFieldError(name, message)]
  }
  const isSealed = (name: FieldName) =>
    name === 'password' && state.sealedPassword !== null && !isHydrated
  const helpOf = (name: FieldName) => {
    if (isSealed(name)) return labels.passwordSealed
    return isNew || name === 'code' ? labels.help[name] : undefined
  }
  const isNew = mode === 'register' || mode === 'reset'
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
          label={labels.fields[name]}
          help={helpOf(name)}
          error={errorText(name)}
          reveal={name === 'password' || name === 'confirm' ? labels : undefined}
          defaultValue={state.values[name]}
          enterKeyHint={name === FIELDS[mode].at(-1) ? 'go' : 'next'}
          required={!isSealed(name)}
          {...form.register(name)}
          action={
            name === codeField && (
              <button
                type="submit"
                name="intent"
                value="code"
                aria-disabled={isPending || left > 0}
                className={`${buttonClass({ variant: 'secondary' })} h-11 min-w-28 shrink-0 cursor-pointer tabular-nums aria-disabled:cursor-default aria-disabled:opacity-75`}
              >
                {codeLabel(labels, isSent, left)}
              </button>
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

/** Label of the code button: "get code", then "retry" with the remaining seconds. */
function codeLabel(labels: FormLabels, isSent: boolean, left: number): string {
  if (!isSent) return labels.getCode
  return left > 0 ? labels.retryIn.replace('{seconds}', String(left)) : labels.retry
}

function getSubmitter(event: Event): HTMLButtonElement | null {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter : null
}
