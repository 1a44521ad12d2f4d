import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { PLUGIN_TEMPLATE_URL } from '#lib/config.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { documents } from '#lib/paths.ts'

const LINK =
  'inline-flex min-h-10 items-center gap-1.5 text-sm text-content-muted underline-offset-4 hover:text-content hover:underline'

/** What a project of a kind starts from: a file to download, or a repository. */
export async function StartLink({ kind, className = LINK }: { kind: Kind; className?: string }) {
  const t = await getTranslations('publish')
  const { fileEnding: ending } = KIND_TABLE[kind]
  if (ending === null) {
    return (
      <a href={PLUGIN_TEMPLATE_URL} rel="noopener" className={className}>
        <Icon name="plugin" /> {t('repository')}
      </a>
    )
  }
  return (
    <a href={documents.template(ending)} download className={className}>
      <Icon name="download" /> {t('templateFile', { ending })}
    </a>
  )
}
