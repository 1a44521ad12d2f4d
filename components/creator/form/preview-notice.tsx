import { getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Path } from '#lib/paths.ts'

/** Above the preview of a page: that nobody else sees it, and the way back to its form. */
export async function PreviewNotice({ back }: { back: Path }) {
  const t = await getTranslations('creator')
  return (
    <div className="mb-6">
      <Notice tone="info">
        {t('previewOnly')}{' '}
        <Link href={back} data-back className="underline underline-offset-4">
          {t('back')}
        </Link>
      </Notice>
    </div>
  )
}
