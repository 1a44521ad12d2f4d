'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { useInvalidReport } from '#components/ui/use-invalid-report-client.ts'
import { usePost } from '#components/ui/form/use-post-client.ts'
import {
  EMPTY_STATE,
  enterStateSchema,
  type EnterField,
  fieldErrorName,
  FIELDS,
  FORM_SCHEMAS,
  type FormState,
  type Mode,
  type PageMode,
  toFieldError,
  type EnterValues,
} from '#lib/sign-in/enter-form.ts'
import { readText, writeText } from '#lib/browser/storage.ts'
import { useHydrated } from '#lib/browser/use-store.ts'
import { emailSchema } from '#lib/contract/account.ts'
import { useCountdown } from '#components/ui/code-button-client.tsx'
import type { FormLabels } from './labels.ts'

/** Entry in the storage of the tab: the address that was entered in another mode of the screen. */
const EMAIL_KEY = 'entered-email'

export type EnterFormOptions = {
  mode: PageMode
  /** State of the form, if it was posted without scripts. */
  kept: FormState | null
  labels: FormLabels
  /** Values carried over from the sign-in form. */
  prefilled: EnterValues | null
}

/** State of the form of one mode: validation while typing, countdown. */
export function useEnterForm({ mode: pageMode, kept, labels, prefilled }: EnterFormOptions) {
  const [state, setState] = useState(kept ?? { ...EMPTY_STATE, values: prefilled ?? {} })
  const { post, isPending } = usePost('enter', enterStateSchema, (to) => {
    writeText(EMAIL_KEY, null, 'session')
    location.replace(to)
  })
  const mode: Mode = pageMode === 'password' && state.needsCode ? 'both' : pageMode
  // After hydration the client's validation counts, before that the server's.
  const isHydrated = useHydrated()
  // zod infers a union of the four schemas; all of their fields are strings.
  const resolver = zodResolver(FORM_SCHEMAS[mode], {
    error: fieldErrorName,
  }) as Resolver<EnterValues>
  const form = useForm<EnterValues>({
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
  const { isRequested, left } = useNextCode(state.nextCode, recipient)
  const addressField = mode === 'password' ? 'account' : codeFor
  const entered = useWatch({ control: form.control, name: addressField }) ?? ''
  useKeptEmail(entered, (email) => {
    if (!form.getValues(addressField)) setValue(addressField, email)
  })

  useEffect(() => {
    if (prefilled) setFocus('username')
  }, [prefilled, setFocus])

  const onInvalid = useEffectEvent(report)
  useEffect(() => {
    const invalid = FIELDS[mode].filter((field) => state.fieldErrors[field])
    for (const field of invalid) setError(field, { message: state.fieldErrors[field] })
    if (invalid.length > 0) onInvalid()
  }, [state, mode, setError])

  async function send(target: EventTarget, intent: 'code' | 'enter') {
    if (!(target instanceof HTMLFormElement)) return
    const data = new FormData(target)
    data.set('intent', intent)
    const code = form.getValues('code')
    const answer = await post(data)
    if (!answer) return
    // Without an answer the input stays.
    const next: FormState = answer.state ?? { ...EMPTY_STATE, failure: 'unavailable' }
    // A new code invalidates the previous one, but not one that was typed meanwhile.
    if (next.codeSent !== null && form.getValues('code') === code) setValue('code', '')
    setState(next)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const { target, nativeEvent } = event
    const isCode = getSubmitter(nativeEvent)?.value === 'code'
    const go = () => void send(target, isCode ? 'code' : 'enter')
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

  const errorOf = (name: EnterField) => {
    const message = isHydrated ? errors[name]?.message : state.fieldErrors[name]
    return message === undefined ? undefined : labels.errors[toFieldError(name, message)]
  }
  const isSealed = state.sealedPassword !== null && !isHydrated
  const { register } = form
  return {
    mode,
    state,
    submit,
    formRef,
    register,
    errorOf,
    isSealed,
    isPending,
    isRequested,
    left,
  }
}

function getSubmitter(event: Event): HTMLButtonElement | null {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter : null
}

/** Keeps the address for the other modes of the screen, so that it is entered once (WCAG 3.3.7), until the visitor is signed in. */
function useKeptEmail(entered: string, fill: (email: string) => void) {
  const onKept = useEffectEvent(fill)
  useEffect(() => {
    const kept = emailSchema.safeParse(readText(EMAIL_KEY, 'session'))
    if (kept.success) onKept(kept.data)
  }, [])
  useEffect(() => {
    if (emailSchema.safeParse(entered).success) writeText(EMAIL_KEY, entered, 'session')
  }, [entered])
}

/**
 * Whether a code was requested for the address that is entered now, and the seconds until the next one may
 * be requested. Another address may get a code at once: the first may have been mistyped.
 */
function useNextCode(nextCode: FormState['nextCode'], address: string) {
  // Later states of the form do not change when the next one may be requested.
  const [last, setLast] = useState(nextCode)
  if (nextCode !== null && nextCode.id !== last?.id) setLast(nextCode)
  const left = useCountdown(last)
  const isRequested = last !== null && last.to.toLowerCase() === address.trim().toLowerCase()
  return { isRequested, left: isRequested ? left : 0 }
}
