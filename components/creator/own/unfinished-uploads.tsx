import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button.tsx'
import type { UnfinishedUpload } from '#lib/contract/file/resumable.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { endpoints } from '#lib/paths.ts'

/** One's own uploads that were interrupted, each with a form that discards it. */
export async function UnfinishedUploads({ items }: { items: readonly UnfinishedUpload[] }) {
  const t = await getTranslations('creator.unfinished')
  const format = await getFormatter()
  const locale = await getLocale()
  if (items.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="mb-10">
      <h2 id="unfinished" className="mb-1 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-content-muted">{t('text')}</p>
      <ul className="divide-y divide-line border-y border-line">
        {items.map(({ id, name, size, received, expires_at: until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56 space-y-1">
              <p className="font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <progress
                value={received}
                max={size}
                aria-label={name}
                className="h-2 w-full max-w-sm overflow-hidden rounded-full"
              />
              <p className="text-sm text-content-muted tabular-nums">
                {t('state', {
                  percent: format.number(received / size, { style: 'percent' }),
                  size: formatBytes(size, locale),
                  until: format.dateTime(new Date(until), {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                  }),
                })}
              </p>
            </div>
            <form method="post" action={endpoints.form('project-upload')} className="ms-auto">
              <input type="hidden" name="locale" value={locale} />
              <input type="hidden" name="id" value={id} />
              <Button
                type="submit"
                variant="ghost"
                aria-label={t('discardLabel', { name: isolated(name) })}
                className="text-danger"
              >
                {t('discard')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
