import { AfterPager } from '#app/[locale]/after-pager.tsx'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AuditEntries } from '#components/admin/audit-entries.tsx'
import { AuditFilterForm } from '#components/admin/audit-filter.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { call } from '#lib/api/call.ts'
import { auditQuerySchema } from '#lib/contract/admin/audit.ts'
import { hasRole } from '#lib/contract/admin/role.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/audit'>

export const generateMetadata = adminMetadata('audit')

/** What was done by roles, by operators and by the site itself. */
export default async function AuditPage(props: Props) {
  const { given, token, role, frame } = await openAdmin('audit', props)
  const typed = Object.entries(given).filter(([, value]) => value !== '')
  const query = auditQuerySchema.catch({}).parse(Object.fromEntries(typed))
  const { items, next } = await call('auditLog', query, { token })
  const { after, ...filter } = query
  return (
    <AdminFrame {...frame}>
      <AuditFilterForm filter={filter} mayExport={hasRole(role, 'administrator')} />
      <AuditEntries items={items} />
      <AfterPager pageOf={paths.adminAudit} {...{ filter, after, next }} />
    </AdminFrame>
  )
}
