'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import type { Choice, DraftsWords } from './sign-out-client.tsx'

type Props = { words: DraftsWords; onChoose: (choice: Choice) => void }

/** Asks what becomes of the drafts in this browser when their author signs out. */
export default function DraftsDialog({ words, onChoose }: Props): ReactNode {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onChoose('stay')}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The menu that the button stands in has closed.
            document.querySelector<HTMLElement>('details.signed-in summary')?.focus()
          }}
          className="fixed top-1/2 left-1/2 z-50 w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-card border border-line bg-surface-1 p-6 shadow-raised"
        >
          <Dialog.Title className="font-display text-lg font-semibold">{words.title}</Dialog.Title>
          <Dialog.Description className="mt-2 text-sm text-content-muted">
            {words.text}
          </Dialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Dialog.Close className={`${buttonClass({ variant: 'ghost' })} cursor-pointer`}>
              {words.stay}
            </Dialog.Close>
            <button
              type="button"
              onClick={() => onChoose('remove')}
              className={`${buttonClass({ variant: 'secondary' })} cursor-pointer text-danger`}
            >
              {words.remove}
            </button>
            <button
              type="button"
              onClick={() => onChoose('keep')}
              className={`${buttonClass({ variant: 'primary' })} cursor-pointer`}
            >
              {words.keep}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
