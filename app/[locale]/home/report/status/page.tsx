import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ReportState } from '#components/report/report-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'
import { When } from '#components/ui/when.tsx'
import { parseAdminResult } from '#lib/admin/outcome.ts'
import { call } from '#lib/api/call.ts'
import { ifFound } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { reportCodeSchema } from '#lib/contract/admin/report.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'

type Props = PageProps<'/[locale]/home/report/status'>

export async function generateMetadata() {
  const t = await getTranslations('report')
  // Links on the page must not reveal its address.
  return { title: t('statusTitle'), robots: { index: false }, referrer: 'no-referrer' }
}

/** The receipt of a report: who has its address follows the report and answers. */
export default async function ReportStatusPage({ params, searchParams }: Props) {
  const [{ locale }, { code: given, result }] = await Promise.all([params, searchParams])
  const code = reportCodeSchema.safeParse(given).data
  if (code === undefined) notFound()
  const about = { headers: visitorHeaders(await headers()) }
  const report = await ifFound(call('reportStatus', { body: { code } }, about))
  if (!report) notFound()
  const [t, outcomes] = await Promise.all([getTranslations('report'), getTranslations('admin')])
  const outcome = parseAdminResult(result)?.outcome
  const page = paths.reportStatus(code)
  return (
    <div className="mx-auto max-w-2xl space-y-8 pt-4 pb-16">
      <header className="space-y-2">
        <h1 className="font-display text-2xl font-bold">
          {t('number', { number: String(report.number) })}
        </h1>
        <p className="text-content-muted wrap-anywhere">
          <bdi>{report.title}</bdi>
          {' · '}
          {t(`reason.${report.reason}`)}
          {' · '}
          <When at={report.created_at} />
        </p>
      </header>
      <div role="status">
        {outcome && (
          <Notice tone={outcome === 'done' ? 'success' : 'danger'}>
            {outcomes(`outcome.${outcome}`)}
          </Notice>
        )}
      </div>
      <ReportState
        report={report}
        reader="reporter"
        form="reporter"
        fields={{ code, to: localePath(locale, page) }}
      />
      <div className="space-y-3 border-t border-line pt-6 text-sm">
        <p className="text-content-muted">{t('keepLink')}</p>
        <SecretField label={t('link')} secret={absoluteUrl(page)} />
      </div>
    </div>
  )
}
