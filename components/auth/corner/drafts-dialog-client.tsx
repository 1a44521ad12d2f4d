'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { DialogGround } from '#components/ui/dialog-ground.tsx'

export type DraftsLabels = Record<'title' | 'text' | 'keep' | 'remove' | 'stay', string>
export type Choice = 'keep' | 'remove' | 'stay'
type Props = { labels: DraftsLabels; onChoose: (choice: Choice) => void }

/** Asks what to do with the account's drafts in this browser on sign-out. */
export default function DraftsDialog({ labels, onChoose }: Props): ReactNode {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onChoose('stay')}>
      <Dialog.Portal>
        <DialogGround />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The menu that the dialog was opened from closes with it.
            const menu = document.querySelector<HTMLDetailsElement>('details.signed-in')
            if (menu) menu.open = false
            menu?.querySelector('summary')?.focus()
          }}
          className="fixed inset-x-0 top-1/2 z-50 mx-auto w-[min(30rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-surface-1 p-6 shadow-raised"
        >
          <Dialog.Title className="font-display text-lg font-semibold">{labels.title}</Dialog.Title>
          <Dialog.Description className="mt-2 text-sm text-content-muted">
            {labels.text}
          </Dialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Dialog.Close className={`${buttonClass({ variant: 'ghost' })} cursor-pointer`}>
              {labels.stay}
            </Dialog.Close>
            <button
              type="button"
              onClick={() => onChoose('remove')}
              className={`${buttonClass({ variant: 'secondary' })} cursor-pointer text-danger`}
            >
              {labels.remove}
            </button>
            <button
              type="button"
              onClick={() => onChoose('keep')}
              className={`${buttonClass({ variant: 'primary' })} cursor-pointer`}
            >
              {labels.keep}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
