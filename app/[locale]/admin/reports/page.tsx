import { getTranslations } from 'next-intl/server'
import { AfterPager } from '#app/[locale]/after-pager.tsx'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { ReportList } from '#components/admin/report-list.tsx'
import { Link } from '#components/ui/link.tsx'
import { call } from '#lib/api/call.ts'
import { reportsQuerySchema } from '#lib/contract/admin/report.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/reports'>

export const generateMetadata = adminMetadata('reports')

/** Reports that wait, oldest first, and decided ones. */
export default async function ReportsPage(props: Props) {
  const { given, token, frame } = await openAdmin('reports', props)
  const query = reportsQuerySchema.catch({ state: 'waiting' }).parse(given)
  const t = await getTranslations('admin')
  const { items, next } = await call('reports', query, { token })
  const { state, after } = query
  return (
    <AdminFrame {...frame}>
      <nav aria-label={t('reports.title')}>
        <ul className="author-tabs">
          {(['waiting', 'decided'] as const).map((one) => (
            <li key={one}>
              <Link
                href={paths.adminReports(one === 'waiting' ? {} : { state: one })}
                aria-current={one === state ? 'page' : undefined}
              >
                {t(`reports.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ReportList items={items} />
      <AfterPager pageOf={paths.adminReports} filter={{ state }} {...{ after, next }} />
    </AdminFrame>
  )
}
