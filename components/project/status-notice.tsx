import { getFormatter, getTranslations } from 'next-intl/server'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { Deprecation, ShownProject } from '#lib/contract/project.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'

/** That a project is archived, deprecated and what replaces it, or why it offers nothing; nothing otherwise. */
export async function StatusNotice({ project }: { project: ShownProject }) {
  const [t, detail] = await getTexts('detail.status', 'detail')
  const { visibility, deprecation, repository_status: status, packages_removed: isBare } = project
  const isArchived = visibility === 'archived'
  if (!isArchived && !deprecation && !status && !isBare) return null
  return (
    <div className="mt-5 max-w-prose space-y-3">
      {status && (
        <Notice tone="warning" title={detail(`repositoryStatus.${status}.title`)}>
          {detail(`repositoryStatus.${status}.text`)}
        </Notice>
      )}
      {isBare && !status && (
        <Notice tone="warning" title={detail('packagesRemoved.title')}>
          {detail('packagesRemoved.text')}
        </Notice>
      )}
      {deprecation && <Deprecated deprecation={deprecation} lang={langOf(project)} />}
      {isArchived && (
        <Notice tone="info" title={t('archived')}>
          {t('archivedText')}
        </Notice>
      )}
    </div>
  )
}

async function Deprecated({ deprecation, lang }: { deprecation: Deprecation; lang: string }) {
  const [t, format] = await Promise.all([getTranslations('detail.status'), getFormatter()])
  const { at, reason, successor } = deprecation
  const date = format.dateTime(new Date(at), { dateStyle: 'long' })
  return (
    <Notice tone="warning" title={t('deprecated', { date })}>
      {reason === '' ? (
        t('deprecatedText')
      ) : (
        <span lang={lang} dir="auto" className="block wrap-anywhere">
          {reason}
        </span>
      )}
      {successor && (
        <span className="mt-1 block wrap-anywhere">
          {t.rich('successor', {
            project: () => (
              <TextLink
                href={paths.detail(successor)}
                className="font-medium"
                lang={langOf(successor)}
              >
                <bdi>{successor.title}</bdi>
              </TextLink>
            ),
          })}
        </span>
      )}
    </Notice>
  )
}
