import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import type { Project } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'

const row = 'flex min-h-11 items-center gap-2.5 px-3 py-2 hover:text-accent'

/** Formats whose files are offered as they were uploaded: the licence cannot be added to them. */
const AS_UPLOADED = new Set<string | null | undefined>(['folder', 'opaque'])

/** The file as it was uploaded, where another one is installed; licence and credits beside each upload. */
export async function OriginalFile({ file }: Pick<Project, 'file'>) {
  const original = file?.original
  if (!original && !AS_UPLOADED.has(file?.format)) return null
  const [t, locale] = await Promise.all([getTranslations('detail'), getLocale()])
  return (
    <ul className="mt-3 divide-y divide-line overflow-hidden rounded-key border border-line text-sm">
      {original && (
        <li>
          <a href={original.url} download={original.name} className={row}>
            <Icon name="download" className="shrink-0 text-content-muted" />
            <span className="min-w-0">
              <span className="block font-medium">{t('original')}</span>
              <small className="block text-xs wrap-anywhere text-content-muted">
                <bdi>{original.name}</bdi> · <bdi>{formatBytes(original.size, locale)}</bdi>
              </small>
            </span>
          </a>
        </li>
      )}
      {file?.license_url && (
        <li>
          <a href={file.license_url} className={row}>
            <Icon name="link" className="shrink-0 text-content-muted" />
            {t('credits')}
          </a>
        </li>
      )}
    </ul>
  )
}
