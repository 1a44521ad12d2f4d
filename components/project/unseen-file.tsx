import { getLocale, getTranslations } from 'next-intl/server'
import { EntryList } from '#components/ui/entry-list.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { ShownProject } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'

type Props = {
  file: NonNullable<ShownProject['file']>
  /** Whether the project has a strip that could be tried. */
  hasStrip?: boolean
}

/** Stands in place of icons or pages that are not shown: why, what is offered, and the entries of an archive. */
export async function UnseenFile({ file: { name, size, entries }, hasStrip }: Props) {
  const [t, locale] = await Promise.all([getTranslations('detail.unseen'), getLocale()])
  const count = entries?.count ?? 0
  const items = entries?.items ?? []
  return (
    <section
      aria-labelledby="unseen"
      className="rounded-card border border-line bg-surface-1 p-5 sm:p-6"
    >
      <Strip art="blank" className="w-full max-w-md" />
      <h2 id="unseen" className="mt-5 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-prose text-content-muted">
        {t('text')} {hasStrip && t('untried')}
      </p>
      {name !== undefined && (
        <p className="mt-3 font-mono text-xs wrap-anywhere text-content-muted">
          <bdi>{name}</bdi> · <bdi>{formatBytes(size, locale)}</bdi>
        </p>
      )}
      {count > 0 && (
        <details className="fold mt-3">
          <summary>{t('entries', { count })}</summary>
          <EntryList
            items={items.map((item) => ({ ...item, size: formatBytes(item.size, locale) }))}
            more={count > items.length ? t('more', { count: count - items.length }) : null}
          />
        </details>
      )}
    </section>
  )
}
