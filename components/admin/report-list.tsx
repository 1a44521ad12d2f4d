import type { ReportSummary } from '#lib/contract/admin/report.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { Entry, Further } from './entry.tsx'

/** Reports, each with a link to its page. Titles and names are texts of users. */
export async function ReportList({ items }: { items: ReportSummary[] }) {
  const [t, report, kinds] = await getTexts('admin.reports', 'report', 'kind')
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map((item) => (
        <Entry
          key={item.number}
          href={paths.adminReport(item.number)}
          title={<bdi>{item.title}</bdi>}
          before={<span className="text-content-muted tabular-nums">#{item.number}</span>}
          marks={
            <>
              <span className="rounded-full border border-line-control px-2 py-0.5 text-xs">
                {report(`reason.${item.reason}`)}
              </span>
              {item.is_answered && (
                <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent">
                  {t('answered')}
                </span>
              )}
            </>
          }
          at={item.created_at}
        >
          {item.kind === null ? t('author') : kinds(`${item.kind}.one`)}
          <Further text={item.author} /> · {t(`state.${item.state}`)}
          {item.others > 0 && <> · {t('others', { count: item.others })}</>}
        </Entry>
      ))}
    </ol>
  )
}
