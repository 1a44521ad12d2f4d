import { getTranslations } from 'next-intl/server'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { paths } from '#lib/paths.ts'

/** Names the reports that the moderators have asked the author about. */
export async function UnansweredReports({ count }: { count: number }) {
  const t = await getTranslations('report')
  if (count === 0) return null
  return (
    <div className="mb-8">
      <Notice tone="warning">
        <TextLink href={paths.ownReports}>{t('unanswered', { count })}</TextLink>
      </Notice>
    </div>
  )
}
