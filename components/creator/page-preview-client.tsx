'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { DialogGround } from '#components/ui/dialog-ground.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import type { Values } from '#lib/creator/values.ts'
import { useCreatorForm } from './form-context-client.ts'
import { MarkdownPreview } from './markdown-preview-client.tsx'
import { useFormMessages } from './use-messages-client.ts'

type Props = {
  kind: Kind
  values: Values
  author: string
  /** Button that opened it and gets the focus back. */
  opener: HTMLElement
  onClose: () => void
}

/** Preview of the project's page: pictures, and the description by the page's own renderer. */
export default function PagePreview(props: Props): ReactNode {
  const { kind, values, author, opener, onClose } = props
  const t = useFormMessages('creator')
  const { lang } = useCreatorForm()
  const { cover, gallery, title, description, version } = values
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <DialogGround />
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
                lang={title ? lang : undefined}
                dir="auto"
                className="font-display text-xl font-bold break-words sm:text-2xl"
              >
                {title || t('untitled')}
              </Dialog.Title>
              <p className="mt-1 text-content-muted">
                <bdi>{author}</bdi> <span className="tabular-nums">{version}</span>
              </p>
            </div>
            <Dialog.Close
              aria-label={t('close')}
              className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2"
            >
              <Icon name="x" />
            </Dialog.Close>
          </div>
          {cover && <Picture url={cover.url} alt={cover.alt} className="w-full" />}
          {gallery.length > 0 && (
            <ul className="grid gap-4 sm:grid-cols-2">
              {gallery.map(({ id, url, alt }) => (
                <li key={id}>
                  <Picture url={url} alt={alt} className="aspect-[16/10] w-full object-cover" />
                </li>
              ))}
            </ul>
          )}
          <MarkdownPreview text={description} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type PictureProps = { url: string | undefined; alt: string; className: string }

function Picture({ url, alt, className }: PictureProps) {
  return (
    <img
      src={url}
      alt={alt}
      className={`h-auto rounded-card border border-line bg-surface-2 ${className}`}
    />
  )
}
