import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PackIcons } from '#components/project/pack-icons.tsx'
import { PluginKeys } from '#components/project/plugin-keys.tsx'
import { StripView } from '#components/project/strip-view.tsx'
import { readPackIcons, readPages } from '#lib/catalogue/server.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { iconKindSchema, pageKindSchema } from '#lib/contract/kind-schema.ts'
import { langOf } from '#lib/contract/language.ts'
import type { Project } from '#lib/contract/project.ts'

/** `lead` stands at the top of the page in place of the cover. */
type Contents = { lead?: ReactNode; contents?: ReactNode }

/** Contents of a project, by what its kind shows, or a note that they cannot be shown. */
export async function renderContents(project: Project): Promise<Contents> {
  const { kind, id, file, keys } = project
  if (KIND_TABLE[kind].contents === 'keys') {
    const isEmpty = !keys || keys.length === 0
    return isEmpty ? {} : { contents: <PluginKeys keys={keys} lang={langOf(project)} /> }
  }
  if (!file) return {}
  const icons = iconKindSchema.safeParse(kind)
  const pages = pageKindSchema.safeParse(kind)
  if (icons.success) {
    const pack = await readPackIcons(id)
    if (pack.items.length > 0) return { contents: <PackIcons id={id} pack={pack} /> }
  } else if (pages.success) {
    const items = await readPages(pages.data, id)
    if (items.length > 0) return { lead: <StripView pages={items} lang={langOf(project)} /> }
  }
  const t = await getTranslations('detail.strip')
  const note = (
    <p className="rounded-card bg-surface-2 p-5 text-sm text-content-muted">{t('unknown')}</p>
  )
  return { contents: note }
}
