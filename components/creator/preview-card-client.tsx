'use client'

import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Values } from '#lib/creator/form.ts'
import type { FormWords } from './words.ts'

/* Comes when somebody looks; without it the card is all there is to see. */
const PagePreview = lazy(() =>
  import('./page-preview-client.tsx').catch(() => ({ default: () => null })),
)

type Props = { kind: Kind; values: Values; author: string; words: FormWords }

/** How the project's card will look, and its page for whoever asks. */
export function PreviewCard({ kind, values, author, words }: Props) {
  const { cover, title, version } = values
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  return (
    <section aria-label={words.card} data-kind={kind} className="space-y-3">
      <h2 className="text-sm font-medium text-content-muted">{words.card}</h2>
      <div className="overflow-hidden rounded-card border border-line bg-surface-1 shadow-card">
        {cover ? (
          <img
            src={`${API_BASE}/file/${cover.id}/image.webp`}
            alt=""
            className="aspect-[16/10] w-full bg-surface-2 object-cover"
          />
        ) : (
          <span className="grid aspect-[16/10] w-full place-items-center bg-accent-soft text-accent">
            <Icon name={kind} className="size-10" />
          </span>
        )}
        <div className="space-y-1 p-4">
          <p className="truncate font-display font-semibold" dir="auto">
            {title || <span className="text-content-faint">{words.untitled}</span>}
          </p>
          <p className="truncate text-sm text-content-muted" dir="auto">
            {author}
          </p>
          <p className="pt-3 text-xs text-content-faint tabular-nums">{version}</p>
        </div>
      </div>
      <button
        type="button"
        onClick={(event) => setOpener(event.currentTarget)}
        className={`${buttonClass({ variant: 'secondary' })} w-full cursor-pointer`}
      >
        {words.page}
      </button>
      {opener && (
        <Suspense fallback={null}>
          <PagePreview
            kind={kind}
            values={values}
            author={author}
            words={words}
            opener={opener}
            onClose={() => setOpener(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
