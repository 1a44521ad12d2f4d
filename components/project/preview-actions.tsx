import { getLocale, getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { formatBytes } from '#lib/i18n/format.ts'
import { endingOf } from '#lib/project/source-file.ts'

type Props = {
  appName: string
  /** The uploaded file, its size in bytes; `null` before there is one, and for plugins. */
  file: { name: string; size: number | null } | null
}

/** The buttons of a published project (`Actions`), disabled: there is nothing to install yet. */
export async function PreviewActions({ appName, file }: Props) {
  const [t, locale] = await Promise.all([getTranslations('detail'), getLocale()])
  return (
    <div data-thumb-bar>
      <Button
        disabled
        variant="primary"
        size="lg"
        className="w-full min-w-0 opacity-50 max-lg:px-3"
      >
        <Icon name="install" className="size-5" />
        <span className="leading-tight tall:truncate">{t('install', { app: appName })}</span>
      </Button>
      <Button
        disabled
        variant="secondary"
        size="lg"
        className="opacity-50 max-lg:px-4 lg:w-full lg:px-3"
      >
        <Icon name="download" className="size-5" />
        <span className="download">
          {t('download')}{' '}
          {file && (
            <small>
              <bdi dir="ltr">{endingOf(file.name)}</bdi>
              {file.size !== null && (
                <>
                  {' · '}
                  <bdi>{formatBytes(file.size, locale)}</bdi>
                </>
              )}
            </small>
          )}
        </span>
      </Button>
    </div>
  )
}
