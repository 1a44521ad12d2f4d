import { privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { ReportState } from '#components/report/report-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { parseAdminResult } from '#lib/admin/outcome.ts'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/home/user/reports'>

export const generateMetadata = privateTitle((t) => t('report.ownTitle'))

/** Reports about the own projects that the moderators have asked about. */
export default async function OwnReportsPage({ params, searchParams }: Props) {
  const [{ locale }, { result }] = await Promise.all([params, searchParams])
  const path = localePath(locale, paths.ownReports)
  const { token } = await requireAccount(locale, path)
  const [t, admin] = await getTexts('report', 'admin')
  const found = await ifAvailable(call('ownReports', {}, { token }))
  const items = found?.items ?? []
  const outcome = parseAdminResult(result)?.outcome
  return (
    <div className="mx-auto max-w-2xl space-y-8 pt-4 pb-16">
      <header className="space-y-2">
        <h1 className="font-display text-2xl font-bold">{t('ownTitle')}</h1>
        <p className="text-content-muted">{items.length === 0 ? t('ownNone') : t('ownLead')}</p>
      </header>
      <div role="status">
        {outcome && (
          <Notice tone={outcome === 'done' ? 'success' : 'danger'}>
            {admin(`outcome.${outcome}`)}
          </Notice>
        )}
      </div>
      {items.map((report) => (
        <section key={report.number} className="space-y-5 border-t border-line pt-6">
          <h2 className="font-display text-lg font-semibold wrap-anywhere">
            {t('number', { number: String(report.number) })}
            {' · '}
            <bdi>{report.title}</bdi>
          </h2>
          <p className="text-sm text-content-muted">{t(`reason.${report.reason}`)}</p>
          <ReportState
            report={report}
            reader="author"
            form="author"
            fields={{ number: String(report.number), to: path }}
          />
        </section>
      ))}
    </div>
  )
}
