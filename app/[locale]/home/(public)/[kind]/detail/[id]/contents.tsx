import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PaintedSheet } from '#components/project/painted-sheet.tsx'
import { PackIcons } from '#components/project/pack-icons.tsx'
import { PluginKeys } from '#components/project/plugin-keys.tsx'
import { PluginRights } from '#components/project/plugin-rights.tsx'
import { StripView } from '#components/project/strip-view.tsx'
import { UnseenFile } from '#components/project/unseen-file.tsx'
import { readPackIcons, readPages } from '#lib/catalogue/server.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { pageKindSchema } from '#lib/contract/kind-schema.ts'
import { env } from '#lib/env.ts'
import { installLink } from '#lib/project/install.ts'
import { langOf } from '#lib/contract/language.ts'
import type { StripPage } from '#lib/contract/file/contents.ts'
import type { FileContents } from '#lib/contract/file/file-contents.ts'
import type { Project, ShownProject } from '#lib/contract/project.ts'
import type { PackIcons as PackIconList } from '#lib/contract/search.ts'
import type { IconSource } from '#components/project/pack-browser-client.tsx'

/** `lead` stands at the top of the page in place of the cover, `painted` over it. */
type Contents = { lead?: ReactNode; painted?: ReactNode; contents?: ReactNode }

/** Contents of a project, by what its kind shows, or a note that they cannot be shown. */
export async function renderContents(project: Project): Promise<Contents> {
  const { kind, id, file } = project
  if (KIND_TABLE[kind].contents === 'keys') return showPlugin(project)
  if (!file) return {}
  if (isUnseen(file)) return showUnseen(file)
  const pages = pageKindSchema.safeParse(kind)
  if (pages.success) return showPages(await readPages(pages.data, id), project)
  return showIcons(await readPackIcons(id), { call: 'packIcons', id })
}

/** Contents of a form's uploaded file; nothing if the backend does not tell them. */
export async function renderFileContents(
  project: ShownProject,
  found: { id: string; contents: FileContents } | null,
): Promise<Contents> {
  if (KIND_TABLE[project.kind].contents === 'keys') return showPlugin(project)
  const { file } = project
  if (file && isUnseen(file)) return showUnseen(file)
  if (!found) return {}
  const { id, contents } = found
  if (pageKindSchema.safeParse(project.kind).success) return showPages(contents.pages, project)
  return showIcons(contents.icons, { call: 'fileContents', id })
}

const isUnseen = ({ format }: Pick<NonNullable<ShownProject['file']>, 'format'>) =>
  format === 'opaque'

const showUnseen = (file: NonNullable<ShownProject['file']>): Contents => ({
  contents: <UnseenFile file={file} />,
})

function showPlugin(project: Pick<Project, 'keys' | 'language' | 'manifest'>): Contents {
  const { manifest } = project
  const keys = project.keys ?? []
  return {
    contents: (
      <>
        {manifest && <PluginRights manifest={manifest} />}
        {keys.length > 0 && <PluginKeys keys={keys} lang={langOf(project)} />}
      </>
    ),
  }
}

async function showIcons(pack: PackIconList, source: IconSource): Promise<Contents> {
  const { items, sheets, recolouring } = pack
  if (items.length === 0) return unknownContents()
  if (!recolouring) return { contents: <PackIcons source={source} pack={pack} /> }
  const { SITE_URL, INSTALL_URL_TEMPLATE } = env()
  const url = new URL(recolouring.url, SITE_URL).href
  const install = installLink(INSTALL_URL_TEMPLATE, { kind: 'icon', id: source.id, url })
  const [sheet] = sheets ?? []
  return {
    ...(sheet?.first === 0 &&
      !recolouring.refused && { painted: <PaintedSheet url={sheet.url} count={items.length} /> }),
    contents: <PackIcons source={source} pack={pack} install={install} />,
  }
}

async function showPages(
  items: StripPage[],
  project: Pick<Project, 'language'>,
): Promise<Contents> {
  if (items.length === 0) return unknownContents()
  return { lead: <StripView pages={items} lang={langOf(project)} /> }
}

async function unknownContents(): Promise<Contents> {
  const t = await getTranslations('detail.strip')
  const note = (
    <p className="rounded-card bg-surface-2 p-5 text-sm text-content-muted">{t('unknown')}</p>
  )
  return { contents: note }
}
