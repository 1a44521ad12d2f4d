import { getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/link.tsx'
import { When } from '#components/ui/when.tsx'
import type { ReportSummary } from '#lib/contract/admin/report.ts'
import { pages } from '#lib/paths.ts'

/** Reports, each with a link to its page. Titles and names are texts of users. */
export async function ReportList({ items }: { items: ReportSummary[] }) {
  const [t, report, kinds] = await Promise.all([
    getTranslations('admin.reports'),
    getTranslations('report'),
    getTranslations('kind'),
  ])
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map((item) => (
        <li key={item.number} className="relative px-4 py-3 text-sm hover:bg-surface-2">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="text-content-muted tabular-nums">#{item.number}</span>
            <Link
              href={pages.adminReport(item.number)}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
            >
              <bdi>{item.title}</bdi>
            </Link>
            <span className="rounded-full border border-line-control px-2 py-0.5 text-xs">
              {report(`reason.${item.reason}`)}
            </span>
            {item.is_answered && (
              <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent">
                {t('answered')}
              </span>
            )}
            <span className="ms-auto text-xs text-content-muted">
              <When at={item.created_at} />
            </span>
          </p>
          <p className="mt-1 text-xs text-content-muted">
            {item.kind === null ? t('author') : kinds(`${item.kind}.one`)}
            {item.author !== '' && (
              <>
                {' · '}
                <bdi>{item.author}</bdi>
              </>
            )}
            {' · '}
            {t(`state.${item.state}`)}
            {item.others > 0 && (
              <>
                {' · '}
                {t('others', { count: item.others })}
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
