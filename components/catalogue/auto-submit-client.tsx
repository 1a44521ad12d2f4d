'use client'

import { useRouter } from 'next/navigation'
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useTransition,
} from 'react'

/* Outside the component: the page that is asked for brings a form of its own. */
let sentFrom = -1

type Props = { action: string; label: string; children: ReactNode }

/**
 * A form by GET that sends itself when a choice changes. Without JavaScript it has its button; with
 * it, empty fields stay out of the address, the page changes in place and the focus stays.
 */
export function AutoSubmitForm({ action, label, children }: Props) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = ref.current?.elements[sentFrom]
    sentFrom = -1
    if (field instanceof HTMLElement && document.activeElement === document.body) {
      field.focus({ preventScroll: true })
    }
  }, [])
  function send(form: HTMLFormElement) {
    if (!form.reportValidity()) return
    sentFrom = [...form.elements].findIndex((field) => field === document.activeElement)
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '') query.set(name, value)
    }
    startTransition(() => router.push(query.size === 0 ? action : `${action}?${query}`))
  }
  return (
    <form
      ref={ref}
      action={action}
      aria-label={label}
      aria-busy={isPending}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
      onChange={(event: ChangeEvent<HTMLFormElement>) => {
        if (event.target instanceof HTMLSelectElement) send(event.currentTarget)
      }}
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      {children}
    </form>
  )
}
