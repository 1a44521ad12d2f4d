'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Values } from '#lib/creator/form.ts'
import { MarkdownPreview } from './markdown-preview-client.tsx'
import type { FormWords } from './words.ts'

type Props = {
  kind: Kind
  values: Values
  author: string
  words: FormWords
  /** What opened it: the focus goes back there. */
  opener: HTMLElement
  onClose: () => void
}

/** How the project's page will look: its pictures and its words, by the page's own renderer. */
export default function PagePreview(props: Props): ReactNode {
  const { kind, values, author, words, opener, onClose } = props
  const { cover, gallery, title, description, version } = values
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          data-kind={kind}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.focus()
          }}
          className="fixed inset-x-4 top-[5vh] z-50 mx-auto max-h-[90vh] max-w-4xl space-y-6 overflow-y-auto rounded-card border border-line bg-surface-0 p-6 shadow-raised sm:p-10"
        >
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Dialog.Title
                dir="auto"
                className="font-display text-xl font-bold break-words sm:text-2xl"
              >
                {title || words.untitled}
              </Dialog.Title>
              <p className="mt-1 text-content-muted">
                <bdi>{author}</bdi> <span className="tabular-nums">{version}</span>
              </p>
            </div>
            <Dialog.Close
              aria-label={words.close}
              className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2"
            >
              <Icon name="x" />
            </Dialog.Close>
          </div>
          {cover && <Picture id={cover.id} alt={cover.alt} className="w-full" />}
          {gallery.length > 0 && (
            <ul className="grid gap-4 sm:grid-cols-2">
              {gallery.map(({ id, alt }) => (
                <li key={id}>
                  <Picture id={id} alt={alt} className="aspect-[16/10] w-full object-cover" />
                </li>
              ))}
            </ul>
          )}
          <MarkdownPreview text={description} words={words} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Picture({ id, alt, className }: { id: string; alt: string; className: string }) {
  return (
    <img
      src={`${API_BASE}/file/${id}/image.webp`}
      alt={alt}
      className={`h-auto rounded-card border border-line bg-surface-2 ${className}`}
    />
  )
}
