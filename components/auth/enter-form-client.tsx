'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useActionState, useEffect, useState, useTransition } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { buttonClass } from '#components/ui/button.tsx'
import { enter } from '#lib/auth/action.ts'
import {
  EMPTY_STATE,
  faultName,
  faultOf,
  FIELDS,
  type Field as FieldName,
  FORM_SCHEMAS,
  type FormState,
  type PageMode,
  type Values,
} from '#lib/auth/form.ts'
import { Field } from '#components/ui/field-client.tsx'
import { useHydrated } from '#components/ui/use-hydrated-client.ts'
import { FormNotice } from './form-notice.tsx'
import { useCodeSent } from './use-code-sent-client.ts'
import type { FormWords } from './words.ts'

/** What password managers and keyboards want to know of each field. */
const INPUTS = {
  account: { type: 'text', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  code: { type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 40 },
  username: { type: 'text', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password' },
  confirm: { type: 'password', autoComplete: 'new-password' },
} as const satisfies Record<FieldName, object>

type Props = {
  mode: PageMode
  locale: string
  redirect: string | null
  words: FormWords
  /** What another form has brought here already. */
  begun: Values | null
}

/**
 * The form of one mode. It posts to a server action, with scripts and without; scripts add the
 * contract's checks while one types, the countdown, and that nothing is lost on the way.
 */
export function EnterForm({ mode: pageMode, locale, redirect, words, begun }: Props) {
  const [posted, post] = useActionState(enter, { ...EMPTY_STATE, values: begun ?? {} })
  const [sent, setSent] = useState<FormState | null>(null)
  const [isPending, startTransition] = useTransition()
  const state = sent ?? posted
  const mode = pageMode === 'password' && state.needsCode ? 'both' : pageMode
  // Once scripts run, what they know of the fields counts; before that what the server said.
  const isHydrated = useHydrated()
  // zod's types of the four schemas are a union; the fields are strings in all of them.
  const resolver = zodResolver(FORM_SCHEMAS[mode], { error: faultName }) as Resolver<Values>
  const form = useForm<Values>({ resolver, defaultValues: state.values, mode: 'onTouched' })
  const { errors } = form.formState
  const { setError, setFocus, setValue } = form
  const codeFor = mode === 'both' ? 'account' : 'email'
  const askedFor = useWatch({ control: form.control, name: codeFor }) ?? ''
  const { isSent, left } = useCodeSent(state.codeSent, askedFor)

  useEffect(() => {
    if (begun) setFocus('username')
  }, [begun, setFocus])

  useEffect(() => {
    // A new code makes the one before it worthless.
    if (sent?.codeSent) setValue('code', '')
  }, [sent, setValue])

  useEffect(() => {
    if (state.to !== null) window.location.replace(state.to)
    const [first] = Object.keys(state.faults)
    for (const field of FIELDS[mode]) {
      const fault = state.faults[field]
      if (fault) setError(field, { message: fault }, { shouldFocus: field === first })
    }
  }, [state, mode, setError])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const { target, nativeEvent } = event
    const isCode = submitterOf(nativeEvent)?.value === 'code'
    const go = () => {
      if (!(target instanceof HTMLFormElement)) return
      const data = new FormData(target)
      data.set('script', '1')
      data.set('intent', isCode ? 'code' : 'enter')
      startTransition(async () => {
        // Where nothing is answered, what was typed stays.
        const unanswered: FormState = { ...EMPTY_STATE, failure: 'unavailable' }
        setSent(await enter(EMPTY_STATE, data).catch(() => unanswered))
      })
    }
    if (!isCode) return void form.handleSubmit(go)(event)
    if (left > 0) return
    void form.trigger(codeFor, { shouldFocus: true }).then((isRight) => isRight && go())
  }

  const faultWord = (name: FieldName) => {
    const message = isHydrated ? errors[name]?.message : state.faults[name]
    return message === undefined ? undefined : words.faults[faultOf(name, message)]
  }
  const isKept = (name: FieldName) => name === 'password' && state.kept !== null && !isHydrated
  const helpOf = (name: FieldName) => {
    if (isKept(name)) return words.passwordKept
    return isNew || name === 'code' ? words.help[name] : undefined
  }
  const isNew = mode === 'register' || mode === 'reset'
  /** The field that the button stands beside which sends a code. */
  const codeField = mode === 'both' ? 'code' : 'email'

  return (
    <form action={post} onSubmit={submit} noValidate className="space-y-5">
      {/* Enter in a field sends the form, not the first button that is seen. */}
      <button
        type="submit"
        name="intent"
        value="enter"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
      >
        {words.submit[mode]}
      </button>
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="redirect" value={redirect ?? ''} />
      <input type="hidden" name="kept" value={state.kept ?? ''} />
      <FormNotice state={state} words={words} locale={locale} isBegun={begun !== null} />
      {FIELDS[mode].map((name) => (
        <Field
          key={name}
          {...INPUTS[name]}
          {...(name === 'password' && {
            autoComplete: isNew ? 'new-password' : 'current-password',
          })}
          label={words.fields[name]}
          help={helpOf(name)}
          fault={faultWord(name)}
          reveal={name === 'password' || name === 'confirm' ? words : undefined}
          defaultValue={state.values[name]}
          required={!isKept(name)}
          {...form.register(name)}
          beside={
            name === codeField && (
              <button
                type="submit"
                name="intent"
                value="code"
                aria-disabled={isPending || left > 0}
                className={`${buttonClass({ variant: 'secondary' })} h-11 min-w-28 shrink-0 cursor-pointer tabular-nums aria-disabled:cursor-default aria-disabled:opacity-60`}
              >
                {codeWord(words, isSent, left)}
              </button>
            )
          }
        />
      ))}
      <button
        type="submit"
        name="intent"
        value="enter"
        aria-disabled={isPending}
        className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full cursor-pointer aria-disabled:opacity-60`}
      >
        {isPending ? words.pending : words.submit[mode]}
      </button>
    </form>
  )
}

/** Get code, then retry: at once without scripts, else when the time has come. */
function codeWord(words: FormWords, isSent: boolean, left: number): string {
  if (!isSent) return words.getCode
  return left > 0 ? words.retryIn.replace('{seconds}', String(left)) : words.retry
}

function submitterOf(event: Event): HTMLButtonElement | null {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter : null
}
