import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import {
  AccountFacts,
  Networks,
  Publications,
  Sessions,
  Suspension,
} from '#components/admin/account.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'
import { ifFound } from '#lib/api/if-available.ts'
import { usernameParamsSchema } from '#lib/contract/admin/account.ts'
import { DECISION_REASONS, reportNumberSchema } from '#lib/contract/admin/report.ts'
import { hasRole } from '#lib/contract/admin/role.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath, toLocale } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/admin/accounts/[name]'>

export const generateMetadata = adminMetadata('accounts')

/** The report that leads here, and the reason of its decision. */
const fromReportSchema = z.object({
  report: reportNumberSchema.shape.number,
  reason: z.enum(DECISION_REASONS),
})

/** An account: who it is, its suspension, sessions, publications and reports. */
export default async function AccountPage(props: Props) {
  const { name } = await props.params
  const username = usernameParamsSchema.shape.username.safeParse(decodeSegment(name)).data
  if (username === undefined) notFound()
  const query = fromReportSchema.safeParse(await props.searchParams).data
  const page = paths.adminAccount(username, query && { ...query, report: String(query.report) })
  const { locale, token, role, path, frame } = await openAdmin('accounts', props, page)
  const account = await ifFound(call('moderatedAccount', { username }, { token }))
  if (!account) notFound()
  const [t, network] = await getTexts('admin.accounts', 'admin.network')
  // The author reads the reason.
  const reasons = await getTranslations({
    locale: account.locale ?? toLocale(locale),
    namespace: 'report.decision',
  })
  const report = query && {
    number: query.report,
    reason: reasons(query.reason),
    path: localePath(locale, paths.adminReport(query.report)),
  }
  return (
    <AdminFrame {...frame} title={account.username} lead={account.display_name ?? ''}>
      <AccountFacts account={account} />
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {query && (
          <TextLink href={paths.adminReport(query.report)}>
            {t('backToReport', { number: String(query.report) })}
          </TextLink>
        )}
        <TextLink href={paths.author(account.username)}>{t('authorPage')}</TextLink>
        <TextLink href={paths.adminAudit({ q: account.username })}>{t('log')}</TextLink>
        {hasRole(role, 'administrator') && (
          <TextLink href={paths.adminBulk({ action: 'hide', author: account.username })}>
            {t('hideAll')}
          </TextLink>
        )}
      </p>
      <Section title={t('suspension')} lead={t('suspensionLead')}>
        <Suspension account={account} to={path} report={report ?? null} />
      </Section>
      <Section title={network('title')} lead={network('lead')}>
        <Networks account={account} mayHide={hasRole(role, 'administrator')} />
      </Section>
      <Section title={t('sessions')}>
        <Sessions account={account} to={path} />
      </Section>
      <Section title={t('publications')}>
        <Publications account={account} />
      </Section>
    </AdminFrame>
  )
}
