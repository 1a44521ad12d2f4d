import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import type { PackExportForm } from '#lib/contract/file/pack-export.ts'
import type { PackIcons } from '#lib/contract/search.ts'
import { paths } from '#lib/paths.ts'

/** To the page with the other forms of a pack, which would weigh too much in its own. */
export async function FormatsLink({ of }: { of: Parameters<typeof paths.detail>[0] }) {
  const t = await getTranslations('detail.exports')
  return (
    <TextLink href={paths.formats(of)} className="inline-block py-1">
      {t('title')}
    </TextLink>
  )
}

/** A pack in other forms, each made on its first download. */
export async function PackExports({ exports }: Required<Pick<PackIcons, 'exports'>>) {
  const t = await getTranslations('detail.exports')
  const labelOf: Record<PackExportForm, string> = {
    svg: t('svg'),
    iconify: t('iconify'),
    'stream-deck': t('streamDeck'),
    'png-72': t('png', { side: 72 }),
    'png-144': t('png', { side: 144 }),
    'png-256': t('png', { side: 256 }),
  }
  return (
    <div className="max-w-md space-y-3">
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface-1">
        {exports.map(({ form, url }) => (
          <li key={form}>
            <a
              href={url}
              download
              rel="nofollow"
              className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-surface-2 hover:text-accent"
            >
              <Icon name="download" className="shrink-0 text-content-muted" />
              {labelOf[form]}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-content-muted">{t('help')}</p>
    </div>
  )
}
