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
import { useInvalidReport } from '#components/ui/use-invalid-report-client.ts'
import { enter } from '#lib/auth/action.ts'
import {
  EMPTY_STATE,
  type Field,
  fieldErrorName,
  FIELDS,
  FORM_SCHEMAS,
  type FormState,
  type Mode,
  type PageMode,
  toFieldError,
  type Values,
} from '#lib/auth/form.ts'
import { useHydrated } from '#lib/browser/use-store.ts'
import type { FormLabels } from './labels.ts'
import { CODE_RETRY_S } from '#lib/contract/account.ts'

export type EnterFormOptions = {
  mode: PageMode
  /** Address of this page. */
  address: string
  labels: FormLabels
  /** Values carried over from the sign-in form. */
  prefilled: Values | null
}

/** State of the form of one mode: server action, validation while typing, countdown. */
export function useEnterForm({ mode: pageMode, address, labels, prefilled }: EnterFormOptions) {
  const initial = { ...EMPTY_STATE, values: prefilled ?? {} }
  // Without an address React renders `action=""`, which is invalid HTML.
  const [posted, post] = useActionState(enter, initial, address)
  const [sent, setSent] = useState<FormState | null>(null)
  const [isPending, startTransition] = useTransition()
  const state = sent ?? posted
  const mode: Mode = pageMode === 'password' && state.needsCode ? 'both' : pageMode
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

  function send(target: EventTarget, intent: 'code' | 'enter') {
    if (!(target instanceof HTMLFormElement)) return
    const data = new FormData(target)
    data.set('script', '1')
    data.set('intent', intent)
    startTransition(async () => {
      // Without an answer the input stays.
      const unanswered: FormState = { ...EMPTY_STATE, failure: 'unavailable' }
      const answer = await enter(EMPTY_STATE, data).catch(() => unanswered)
      // Shown when the form is no longer pending: a click that follows the answer would be ignored.
      startTransition(() => setSent(answer))
    })
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const { target, nativeEvent } = event
    const isCode = getSubmitter(nativeEvent)?.value === 'code'
    const go = () => send(target, isCode ? 'code' : 'enter')
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

  const errorOf = (name: Field) => {
    const message = isHydrated ? errors[name]?.message : state.fieldErrors[name]
    return message === undefined ? undefined : labels.errors[toFieldError(name, message)]
  }
  const isSealed = state.sealedPassword !== null && !isHydrated
  const { register } = form
  return {
    mode,
    state,
    post,
    submit,
    formRef,
    register,
    errorOf,
    isSealed,
    isPending,
    isSent,
    left,
  }
}

function getSubmitter(event: Event): HTMLButtonElement | null {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter : null
}

type Sent = FormState['codeSent']

/**
 * Whether a code was sent to the address that is address now, and the seconds until the next one may
 * be requested. Another address may get a code at once: the first may have been mistyped.
 */
function useCodeSent(codeSent: Sent, address: string): { isSent: boolean; left: number } {
  // Later states of the form do not change that the code is on its way.
  const [last, setLast] = useState<Sent>(codeSent)
  if (codeSent !== null && codeSent.id !== last?.id) setLast(codeSent)
  const left = useCountdown(last?.id ?? null, CODE_RETRY_S)
  const isSent = last !== null && last.to.toLowerCase() === address.trim().toLowerCase()
  return { isSent, left: isSent ? left : 0 }
}

/** Counts `seconds` down to 0, restarting whenever `key` changes; 0 without a key. */
function useCountdown(key: string | null, seconds: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (key === null) return
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [key, seconds])
  return left
}
