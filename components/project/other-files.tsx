import { getLocale, getTranslations } from 'next-intl/server'
import { EntryList } from '#components/ui/entry-list.tsx'
import type { ListedEntries } from '#lib/contract/file/file-format.ts'
import { formatBytes } from '#lib/i18n/format.ts'

/** The first entries of an archive with their sizes, and how many there are more. */
export async function renderEntries({ count, items }: ListedEntries, summary: string) {
  const [t, locale] = await Promise.all([getTranslations('detail.unseen'), getLocale()])
  return (
    <details className="fold mt-3">
      <summary>{summary}</summary>
      <EntryList
        items={items.map(({ name, size }) => ({ name, size: formatBytes(size, locale) }))}
        more={count > items.length ? t('more', { count: count - items.length }) : null}
      />
    </details>
  )
}

/** Files that are in the download beside what the page shows of it. */
export async function OtherFiles({ entries }: { entries: ListedEntries }) {
  const t = await getTranslations('detail.otherFiles')
  return (
    <section
      aria-labelledby="other-files"
      className="rounded-card border border-line bg-surface-1 p-5 sm:p-6"
    >
      <h2 id="other-files" className="font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-prose text-content-muted">{t('text')}</p>
      {await renderEntries(entries, t('files', { count: entries.count }))}
    </section>
  )
}
