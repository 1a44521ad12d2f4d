'use client'

import { useLocale } from 'next-intl'
import { type ReactNode, useActionState } from 'react'
import { Notice } from '#components/ui/notice.tsx'

type Props = {
  /** Server action, with and without scripts. */
  post: (data: FormData) => void
  /** Address of this page. */
  address: string
  /** Hidden fields; those with `null` are left out. */
  fields?: Record<string, string | null>
  /** Text of an error that concerns no field. */
  error?: string | false | null
  success?: ReactNode
  className?: string
  children: ReactNode
}

/** State and properties of a form that posts to a server action. */
export function useActionForm<State>(
  action: (before: Awaited<State>, data: FormData) => State | Promise<State>,
  initial: Awaited<State>,
  address: string,
) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(action, initial, address)
  return { state, isPending, form: { post, address } }
}

/** A form that posts to a server action, with its result. */
export function ActionForm(props: Props) {
  const { post, address, fields, error, success, className = 'space-y-6', children } = props
  const locale = useLocale()
  return (
    <form action={post} className={className} noValidate>
      <div role="alert">{error && <Notice tone="danger">{error}</Notice>}</div>
      <div role="status">{success && <Notice tone="success">{success}</Notice>}</div>
      {Object.entries({ locale, page: address, ...fields }).map(
        ([name, value]) =>
          value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  )
}
