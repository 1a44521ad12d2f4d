import { getLocale, getTranslations } from 'next-intl/server'
import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { type PackagePlatform, systemOf } from '#lib/contract/file/plugin-package.ts'
import type { PluginPackage } from '#lib/contract/project.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { platformName } from '#lib/i18n/platform-name.ts'

/** Every package of the current version of a plugin, with its size and hash. */
export async function PackageList({ packages }: { packages: PluginPackage[] }) {
  const [t, locale] = await Promise.all([getTranslations('detail'), getLocale()])
  return (
    <ul className="divide-y divide-line text-sm">
      {packages.map(({ platform, file }) => (
        <li key={platform} className="space-y-1 py-2">
          <a href={file.url} download className="flex items-center gap-2 py-1 hover:text-accent">
            <span className="sr-only">{t('packages.download')}</span>
            <Platform platform={platform} />
            <bdi className="ms-auto shrink-0 text-content-muted">
              {formatBytes(file.size, locale)}
            </bdi>
            <Icon name="download" className="shrink-0" />
          </a>
          <p className="flex items-start gap-2">
            <span dir="ltr" className="min-w-0 font-mono text-xs break-all text-content-muted">
              <span className="sr-only">SHA-256 </span>
              {file.sha256}
            </span>
            <CopyButton
              text={file.sha256}
              label={t('copy')}
              copied={t('copied')}
              failed={t('copyFailed')}
            />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Name and symbol of a platform. */
export async function Platform({ platform }: { platform: PackagePlatform }) {
  const os = await getTranslations('os')
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon name={systemOf(platform).system} className="shrink-0 text-content-faint" />
      {platformName(platform, os)}
    </span>
  )
}
