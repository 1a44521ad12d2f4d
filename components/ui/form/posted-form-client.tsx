'use client'

import { useLocale } from 'next-intl'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Notice } from '#components/ui/notice.tsx'
import { endpoints } from '#lib/paths.ts'
import { usePost } from './use-post-client.ts'

/** State and properties of a form that shows its next state. */
export function usePostedForm<State extends { error: string | null }>(
  name: string,
  schema: { parse: (value: unknown) => State; safeParse: (value: unknown) => { data?: State } },
  initial: State,
  /** Of this page. */
  address: string,
) {
  const router = useRouter()
  const [state, setState] = useState(initial)
  const { post, isPending } = usePost(name, schema)
  const formRef = useRef<HTMLFormElement>(null)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const { currentTarget, nativeEvent } = event
    const data = new FormData(currentTarget)
    const { submitter } = nativeEvent instanceof SubmitEvent ? nativeEvent : { submitter: null }
    if (submitter instanceof HTMLButtonElement) data.set(submitter.name, submitter.value)
    const answer = await post(data)
    // Without an answer the input stays.
    if (answer && !answer.state) setState(schema.parse({ ...state, error: 'unavailable' }))
    const next = answer?.state
    if (!next) return
    flushSync(() => setState(next))
    // To what the new state has in its fields.
    formRef.current?.reset()
    if (answer.isChanged) router.refresh()
  }
  return { state, isPending, form: { name, address, formRef, submit } }
}

type Props = {
  name: string
  address: string
  formRef: RefObject<HTMLFormElement | null>
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  /** Hidden fields; those with `null` are left out. */
  fields?: Record<string, string | null>
  /** Text of an error that concerns no field. */
  error?: string | false | null
  success?: ReactNode
  className?: string
  children: ReactNode
}

/** A form of the table, with its result. */
export function PostedForm(props: Props) {
  const { name, address, formRef, submit, fields, error, success, children } = props
  const { className = 'space-y-6' } = props
  const locale = useLocale()
  return (
    <form
      ref={formRef}
      method="post"
      action={endpoints.form(name)}
      onSubmit={(event) => void submit(event)}
      className={className}
      noValidate
    >
      <div role="alert">{error && <Notice tone="danger">{error}</Notice>}</div>
      <div role="status">{success && <Notice tone="success">{success}</Notice>}</div>
      {Object.entries({ locale, to: address, ...fields }).map(
        ([field, value]) =>
          value !== null && <input key={field} type="hidden" name={field} value={value} />,
      )}
      {children}
    </form>
  )
}
