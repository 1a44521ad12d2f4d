import { getTranslations } from 'next-intl/server'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Path } from '#lib/paths.ts'

/** Above the preview of a page: it is visible to its author alone; with a link back to the form. */
export async function PreviewNotice({ back }: { back: Path }) {
  const t = await getTranslations('creator')
  return (
    <div className="mb-6">
      <Notice tone="info">
        {t('previewOnly')}{' '}
        <TextLink href={back} data-back>
          {t('back')}
        </TextLink>
      </Notice>
    </div>
  )
}
