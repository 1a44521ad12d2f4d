'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { FormEvent, ReactNode } from 'react'
import { endpoints, type Path } from '#lib/paths.ts'
import { buttonClass } from './button.tsx'
import { DialogGround } from './dialog-ground.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  trigger: { label: string; ariaLabel?: string; className: string }
  /** Page that asks without scripts. */
  page: Path
  title: string
  text: string
  keep: string
  confirm: string
  isPending: boolean
  onConfirm: (form: FormData) => void
  /** Fields to fill in first. */
  children?: ReactNode
}

/** Confirmation dialog for irreversible actions, including the button that opens it. */
export function ConfirmDialog(props: Props) {
  const { isOpen, onOpenChange, trigger, page, title, text, keep, confirm } = props
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
      <noscript>
        <a
          href={page}
          aria-label={trigger.ariaLabel}
          className={`text-danger ${trigger.className}`}
        >
          {trigger.label}
        </a>
      </noscript>
      <Dialog.Portal>
        <DialogGround />
        <Dialog.Content className="fixed inset-x-0 top-1/2 z-50 mx-auto w-[min(28rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-surface-1 p-6 shadow-raised">
          <Dialog.Title className="font-display text-lg font-semibold wrap-anywhere">
            {title}
          </Dialog.Title>
          <Dialog.Description className="mt-2 text-sm text-content-muted">
            {text}
          </Dialog.Description>
          <form
            method="post"
            action={endpoints.needsScripts}
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
                className="h-10 cursor-pointer rounded-key border border-transparent bg-danger px-4 text-sm font-semibold text-content-inverse disabled:opacity-75"
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
