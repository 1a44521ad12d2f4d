'use client'

import { useFormatter } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import type { Values } from '#lib/creator/values.ts'
import { useCreatorForm } from './form-context-client.ts'
import { useFormMessages } from './use-messages-client.ts'

/* Loaded on demand. If that fails, only the card is shown. */
const PagePreview = lazy(() =>
  import('./page-preview-client.tsx').catch(() => ({ default: () => null })),
)

type Props = { kind: Kind; values: Values; author: string }

/** Preview of the project's card, and of its page on demand. */
export function PreviewCard({ kind, values, author }: Props) {
  const t = useFormMessages('creator')
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  return (
    <div data-kind={kind} className="space-y-3">
      <h2 className="text-sm font-medium text-content-muted">{t('card')}</h2>
      <Card {...{ kind, values, author }} />
      <button
        type="button"
        onClick={(event) => setOpener(event.currentTarget)}
        className={`${buttonClass({ variant: 'secondary' })} w-full cursor-pointer`}
      >
        {t('page')}
      </button>
      {opener && (
        <Suspense fallback={null}>
          <PagePreview {...{ kind, values, author, opener }} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** The markup of a card in the catalogue (components/catalogue/card.tsx), as its style sheet expects it. */
function Card({ kind, values, author }: Props) {
  const { lang } = useCreatorForm()
  const t = useFormMessages('creator')
  const kinds = useFormMessages('kind')
  const format = useFormatter()
  const { cover, title } = values
  const [today] = useState(() => new Date())
  return (
    <article data-kind={kind} className="card">
      {cover ? (
        <img src={cover.url} alt="" />
      ) : (
        <span className="grid aspect-[16/10] w-full place-items-center bg-accent-soft text-accent">
          <Icon name={kind} className="size-10" />
        </span>
      )}
      <h3 lang={title ? lang : undefined} dir="auto">
        {title || <span className="text-content-faint">{t('untitled')}</span>}
      </h3>
      <p dir="auto">{author}</p>
      <p className="card-facts">
        <span className={`icon-before icon-${kind}`}>{kinds(`${kind}.one`)}</span>{' '}
        <span className="icon-before icon-download">{format.number(0)}</span>{' '}
        <time>{format.dateTime(today, { dateStyle: 'medium' })}</time>
      </p>
    </article>
  )
}
