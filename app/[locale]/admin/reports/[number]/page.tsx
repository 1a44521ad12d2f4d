import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { ReportedProject } from './reported-project.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { AuthorHistory, Decision, ReportFacts } from '#components/admin/report.tsx'
import { Thread } from '#components/report/thread.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'
import { ifFound } from '#lib/api/if-available.ts'
import { reportNumberSchema } from '#lib/contract/admin/report.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/reports/[number]'>

export const generateMetadata = adminMetadata('reports')

/** A report: what it says, its project as visitors see it, the author's history, and the decision. */
export default async function ReportPage(props: Props) {
  const number = reportNumberSchema.safeParse(await props.params).data?.number
  if (number === undefined) notFound()
  const { token, path, frame } = await openAdmin('reports', props, paths.adminReport(number))
  const report = await ifFound(call('moderatedReport', { number }, { token }))
  if (!report) notFound()
  const t = await getTranslations('admin.reports')
  return (
    <AdminFrame
      {...frame}
      title={t('one', { number: String(number) })}
      lead={
        <>
          <bdi className="wrap-anywhere">{report.title}</bdi>
          {report.others > 0 && <> · {t('others', { count: report.others })}</>}
        </>
      }
    >
      <ReportFacts report={report} />
      <Thread messages={report.messages} reader="moderator" />
      <Section title={t('decide')}>
        <Decision report={report} to={path} />
      </Section>
      <Section title={t('history')} lead={<bdi>{report.author}</bdi>}>
        <AuthorHistory history={report.history} />
        {report.author !== '' && (
          <p className="flex flex-wrap gap-4 text-sm">
            <TextLink href={paths.adminAccount(report.author)}>{t('account')}</TextLink>
            <TextLink href={paths.author(report.author)}>{t('authorPage')}</TextLink>
            <TextLink href={paths.adminAudit({ q: report.author })}>{t('authorLog')}</TextLink>
          </p>
        )}
      </Section>
      {report.kind !== null && (
        <Section title={t('project')}>
          <ReportedProject
            project={report.project}
            isHidden={report.is_hidden}
            missing={t('projectDeleted')}
            hidden={t('projectHidden')}
          />
        </Section>
      )}
    </AdminFrame>
  )
}
