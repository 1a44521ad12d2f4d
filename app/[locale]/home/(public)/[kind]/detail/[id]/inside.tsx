import { getTranslations } from 'next-intl/server'
import { PackIcons } from '#components/project/pack-icons.tsx'
import { PluginKeys } from '#components/project/plugin-keys.tsx'
import { StripView } from '#components/project/strip-view.tsx'
import { readPackIcons, readPages } from '#lib/catalogue/server.ts'
import type { Project } from '#lib/contract/project.ts'

/** A look into a project's file before anybody installs it, or that there is none to be had. */
export async function Inside({ project }: { project: Project }) {
  const { kind, id, file, keys } = project
  if (kind === 'plugin') return keys && keys.length > 0 ? <PluginKeys keys={keys} /> : null
  if (!file) return null
  if (kind === 'icon') {
    const icons = await readPackIcons(id)
    if (icons.length > 0) return <PackIcons id={id} icons={icons} />
  } else {
    const pages = await readPages(kind, id)
    if (pages.length > 0) return <StripView pages={pages} />
  }
  const t = await getTranslations('detail.strip')
  return <p className="rounded-card bg-surface-2 p-5 text-sm text-content-muted">{t('unknown')}</p>
}
