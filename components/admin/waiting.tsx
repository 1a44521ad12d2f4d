import { getTranslations } from 'next-intl/server'
import { TextLink } from '#components/ui/link.tsx'
import type { AdminOverview } from '#lib/contract/admin/overview.ts'
import { paths } from '#lib/paths.ts'

/** How much waits for a moderator. */
export async function Waiting({
  waiting: { held, reports, jobs },
}: Pick<AdminOverview, 'waiting'>) {
  const t = await getTranslations('admin.waiting')
  if (held + reports + jobs === 0)
    return <p className="text-sm text-content-muted">{t('nothing')}</p>
  return (
    <ul className="space-y-2 text-sm">
      {reports > 0 && (
        <li>
          <TextLink href={paths.adminReports()}>{t('reports', { count: reports })}</TextLink>
        </li>
      )}
      {held > 0 && (
        <li>
          <TextLink href={paths.adminHeld}>{t('held', { count: held })}</TextLink>
        </li>
      )}
      {jobs > 0 && (
        <li>
          <TextLink href={paths.adminSystem}>{t('jobs', { count: jobs })}</TextLink>
        </li>
      )}
    </ul>
  )
}
