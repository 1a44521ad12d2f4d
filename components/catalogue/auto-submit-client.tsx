'use client'

import { useRouter } from 'next/navigation'
import { type ChangeEvent, type FormEvent, type ReactNode, useTransition } from 'react'

type Props = { action: string; label: string; children: ReactNode }

/**
 * A form by GET that sends itself when a choice changes. Without JavaScript it has its button; with
 * it, empty fields stay out of the address and the page changes in place.
 */
export function AutoSubmitForm({ action, label, children }: Props) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  function send(form: HTMLFormElement) {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '') query.set(name, value)
    }
    startTransition(() => router.push(query.size === 0 ? action : `${action}?${query}`))
  }
  return (
    <form
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
      className="flex flex-wrap items-end gap-3"
    >
      {children}
    </form>
  )
}
