'use client'

import { useFormatter } from 'next-intl'
import { type CSSProperties, lazy, Suspense, useRef, useState } from 'react'
import { FitBadge } from '#components/setup/fit-badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { SUMMARY_MAX } from '#lib/contract/limits.ts'
import { intentProps } from '#lib/creator/plain-form.ts'
import { countedText, type CreatorValues } from '#lib/creator/values.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { openingOf } from '#lib/text/opening.ts'
import { useCreatorForm } from './form-context-client.ts'
import type { PreviewedForm } from './page-preview-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/* Loaded on demand. If that fails, only the card is shown. */
const PagePreview = lazy(() =>
  import('./page-preview-client.tsx').catch(() => ({ default: () => null })),
)

type Props = { kind: Kind; values: CreatorValues; author: string }

/** Preview of the project's card, and of its page on demand. */
export function PreviewCard({ kind, values, author }: Props) {
  const t = useFormMessages('creator')
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const kept = useRef<PreviewedForm | null>(null)
  return (
    <div data-kind={kind} className="space-y-3">
      <h2 className="text-sm font-medium text-content-muted">{t('card')}</h2>
      <Card {...{ kind, values, author }} />
      {values.cover && <InThemes cover={values.cover} label={t('inThemes')} />}
      <Button
        {...intentProps('preview')}
        onClick={(event) => {
          event.preventDefault()
          setOpener(event.currentTarget)
        }}
        variant="secondary"
        className="w-full"
      >
        {t('wholePage')}
      </Button>
      {opener && (
        <Suspense fallback={null}>
          <PagePreview kept={kept} opener={opener} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </div>
  )
}

const groundStyle = ({ placeholder }: UploadedFile): CSSProperties | undefined =>
  placeholder ? { background: `url(${placeholder}) center/cover` } : undefined

/** The cover on the grounds of both themes. */
function InThemes({ cover, label }: { cover: UploadedFile; label: string }) {
  return (
    <div role="img" aria-label={label} className="grid grid-cols-2 gap-2">
      {(['dark', 'light'] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="rounded-card border border-line bg-surface-0 p-3"
        >
          <img
            src={cover.url}
            alt=""
            style={groundStyle(cover)}
            className="aspect-[16/10] w-full rounded-key bg-surface-2 object-cover"
          />
        </div>
      ))}
    </div>
  )
}

/** The markup of a card among cards of its kind (components/catalogue/card.ts), as its style sheet expects it. */
function Card({ kind, values, author }: Props) {
  const { lang, shown } = useCreatorForm()
  const t = useFormMessages('creator')
  const card = useFormMessages('card')
  const format = useFormatter()
  const { cover, facts } = values
  const title = countedText(values, 'title')
  const summary =
    countedText(values, 'tagline') || openingOf(values.description, SUMMARY_MAX, lang || null)
  return (
    <article data-kind={kind} className="card">
      {cover ? (
        <img src={cover.url} alt="" style={groundStyle(cover)} />
      ) : (
        <span className="grid aspect-[16/10] w-full place-items-center bg-accent-soft text-accent">
          <Icon name={kind} className="size-10" />
        </span>
      )}
      <h3 lang={title ? lang : undefined} dir="auto">
        {title || <span className="text-content-faint">{t('untitled')}</span>}
      </h3>
      {summary !== '' && (
        <p className="card-about" lang={lang} dir="auto">
          {summary}
        </p>
      )}
      <p className="card-by" dir="auto">
        {facts && !facts.proof ? card('publishedBy', { name: isolated(author) }) : author}
      </p>
      <p className="card-facts">
        <span className="icon-before icon-download" aria-hidden="true">
          {format.number(0, { notation: 'compact' })}
        </span>
        <span className="sr-only">{card('downloads', { count: 0 })}</span>{' '}
        <span className="sr-only">{card('updated')} </span>
        <time dateTime={shown.now.toISOString()}>
          {format.dateTime(shown.now, { dateStyle: 'medium' })}
        </time>
        <FitBadge systems={values.operating_systems} since={values.minimum_version} />
      </p>
    </article>
  )
}
