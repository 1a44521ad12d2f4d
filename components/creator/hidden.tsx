import { getFormatter, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import type { HiddenProject } from '#lib/contract/account.ts'
import { langOf } from '#lib/contract/language.ts'

/** One's own projects that the operator has hidden, with the reasons. Nobody else sees them. */
export async function Hidden({ items }: { items: HiddenProject[] }) {
  const [t, format] = await Promise.all([getTranslations('creator.hidden'), getFormatter()])
  if (items.length === 0) return null
  return (
    <section aria-labelledby="hidden" className="mb-10">
      <h2 id="hidden" className="mb-3 text-lg font-semibold">
        {t('title', { count: items.length })}
      </h2>
      <ul className="space-y-3">
        {items.map(({ id, title, language, reason, hidden_at }) => (
          <li
            key={id}
            className="flex gap-3 rounded-card border border-danger/60 bg-surface-1 px-4 py-3"
          >
            <Icon name="warning" className="mt-1 size-4 shrink-0 text-danger" />
            <div className="min-w-0">
              <h3 className="font-medium break-words" lang={langOf({ language })} dir="auto">
                {title}
              </h3>
              <p className="text-sm text-content-muted">
                {t('since', { date: format.dateTime(new Date(hidden_at), { dateStyle: 'long' }) })}
              </p>
              <p className="mt-1 text-sm break-words whitespace-pre-line" dir="auto">
                {reason}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-content-muted">{t('contact')}</p>
    </section>
  )
}
