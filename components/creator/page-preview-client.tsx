'use client'

import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Chip } from '#components/ui/chip.tsx'
import { DialogGround } from '#components/ui/dialog-ground.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { categorySchema, operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { parseTags } from '#lib/creator/tags.ts'
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

/**
 * Preview of the project's page, in its order: title, cover, facts, pictures, and the description by the page's
 * own renderer.
 */
export default function PagePreview(props: Props): ReactNode {
  const { kind, values, author, opener, onClose } = props
  const t = useFormMessages('creator')
  const { cover, gallery, description } = values
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
          className="fixed inset-x-4 top-[5vh] z-50 mx-auto max-h-[90vh] max-w-6xl space-y-6 overflow-y-auto rounded-card border border-line bg-surface-0 p-6 shadow-raised sm:p-10"
        >
          <div className="flex items-start justify-between gap-4">
            <Head {...{ kind, values, author }} />
            <Dialog.Close
              aria-label={t('close')}
              className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2"
            >
              <Icon name="x" />
            </Dialog.Close>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
            {cover && <Picture url={cover.url} alt={cover.alt} className="w-full" />}
            <PreviewFacts values={values} />
            <div className="min-w-0 space-y-8">
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
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Kind, category, title and author. */
function Head({ kind, values, author }: Pick<Props, 'kind' | 'values' | 'author'>) {
  const t = useFormMessages('creator')
  const kinds = useFormMessages('kind')
  const category = useFormMessages('category')
  const { lang } = useCreatorForm()
  const { title } = values
  const known = categorySchema.safeParse(values.category).data
  return (
    <div className="min-w-0">
      <p className="mb-3 flex flex-wrap gap-2">
        <Chip tone="accent">
          <Icon name={kind} /> {kinds(`${kind}.one`)}
        </Chip>
        {known && <Chip>{category(known)}</Chip>}
      </p>
      <Dialog.Title
        lang={title ? lang : undefined}
        dir="auto"
        className="font-display text-xl font-bold break-words sm:text-2xl"
      >
        {title || t('untitled')}
      </Dialog.Title>
      <p className="mt-1 text-content-muted">
        <bdi>{author}</bdi>
      </p>
    </div>
  )
}

/** The facts that the creator enters, with the style of the page (components/project/facts.tsx). */
function PreviewFacts({ values }: Pick<Props, 'values'>) {
  const t = useFormMessages('creator')
  const os = useFormMessages('os')
  const systems = operatingSystemSchema.array().catch([]).parse(values.operating_systems)
  const facts = [
    [t('version'), values.version],
    [t('minimum'), values.minimum_version],
    [t('os'), systems.map((system) => os(system)).join(', ')],
    [t('license'), values.license],
    [t('tags'), parseTags(values.tags).join(', ')],
  ].filter(([, value]) => value !== '')
  return (
    <div className="min-w-0 self-start rounded-card border border-line bg-surface-1 p-5 shadow-card">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
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
