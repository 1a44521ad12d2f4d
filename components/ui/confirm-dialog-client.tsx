'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { FormEvent, ReactNode } from 'react'
import { buttonClass } from './button.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  trigger: { label: string; ariaLabel?: string; className: string }
  title: string
  text: string
  keep: string
  confirm: string
  isPending: boolean
  onConfirm: (form: FormData) => void
  /** Fields that have to be filled in first. */
  children?: ReactNode
}

/** Asks before something is done that cannot be undone; the button that opens it is part of it. */
export function ConfirmDialog(props: Props) {
  const { isOpen, onOpenChange, trigger, title, text, keep, confirm } = props
  const { isPending, onConfirm, children } = props
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) onConfirm(new FormData(event.currentTarget))
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Trigger
        aria-label={trigger.ariaLabel}
        className={`needs-script cursor-pointer text-danger ${trigger.className}`}
      >
        {trigger.label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-card border border-line bg-surface-1 p-6 shadow-raised">
          <Dialog.Title className="font-display text-lg font-semibold">{title}</Dialog.Title>
          <Dialog.Description className="mt-2 text-sm text-content-muted">
            {text}
          </Dialog.Description>
          <form
            method="post"
            action="/api/needs-scripts"
            onSubmit={submit}
            noValidate
            className="mt-6 space-y-6"
          >
            {children}
            <div className="flex justify-end gap-3">
              <Dialog.Close className={`${buttonClass({ variant: 'ghost' })} cursor-pointer`}>
                {keep}
              </Dialog.Close>
              <button
                type="submit"
                disabled={isPending}
                className="h-10 cursor-pointer rounded-key bg-danger px-4 text-sm font-semibold text-content-inverse disabled:opacity-60"
              >
                {confirm}
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
