import { getTranslations, getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PaintedSheet } from '#components/project/painted-sheet.tsx'
import { PackIcons } from '#components/project/pack-icons.tsx'
import { PluginRights, PluginKeys } from '#components/project/plugin-rights.tsx'
import { hasNeeds, ProjectNeeds } from '#components/project/project-needs.tsx'
import { StripView } from '#components/project/strip-view.tsx'
import { readNeeds, readPackIcons, readPages } from '#lib/catalogue/server.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { pageKindSchema } from '#lib/contract/kind-schema.ts'
import { env } from '#lib/env.ts'
import { refusalOfChanges } from '#lib/text/derivatives.ts'
import { installLink } from '#lib/project/install.ts'
import { langOf } from '#lib/contract/language.ts'
import type { StripPage } from '#lib/contract/file/contents.ts'
import type { FileContents } from '#lib/contract/file/file-contents.ts'
import type { Project, ShownProject } from '#lib/contract/project.ts'
import type { Needs } from '#lib/contract/update/needs.ts'
import type { PackIcons as PackIconList } from '#lib/contract/search.ts'
import type { IconSource } from '#components/project/pack-browser-client.tsx'
import { OtherFiles, renderEntries } from '#components/project/other-files.tsx'
import { Strip } from '#components/ui/strip.tsx'
import { formatBytes } from '#lib/i18n/format.ts'

/** `lead` stands at the top of the page in place of the cover, `painted` over it. */
type Contents = {
  lead?: ReactNode
  painted?: ReactNode
  contents?: ReactNode
  exports?: PackIconList['exports'] | undefined
}

/** Contents of a project, by what its kind shows, or a note that they cannot be shown. */
export async function renderContents(project: Project): Promise<Contents> {
  const { kind, id } = project
  const found = readNeeds(kind, id)
  if (KIND_TABLE[kind].contents === 'keys') return showPlugin(project, { id, needs: await found })
  const [read, needs] = await Promise.all([showFile(project), found])
  const shown = withOthers(read, project)
  if (!needs || !hasNeeds(needs)) return shown
  return {
    ...shown,
    contents: (
      <>
        {shown.contents}
        {showNeeds(needs, id)}
      </>
    ),
  }
}

async function showFile(project: Project): Promise<Contents> {
  const { kind, id, file } = project
  if (!file) return {}
  const pages = pageKindSchema.safeParse(kind)
  if (isOpaque(file)) return showOpaque(file, pages.success)
  if (pages.success) return showPages(await readPages(pages.data, id), project)
  const collected = refusalOfChanges(project.license ?? null) ? undefined : project.title
  return showIcons(await readPackIcons(id), { call: 'packIcons', id }, collected)
}

/** Contents of a form's uploaded file; nothing if the backend does not tell them. */
export async function renderFileContents(
  project: ShownProject,
  found: { id: string; contents: FileContents } | null,
): Promise<Contents> {
  if (KIND_TABLE[project.kind].contents === 'keys') return showPlugin(project)
  const { file } = project
  const hasStrip = pageKindSchema.safeParse(project.kind).success
  if (file && isOpaque(file)) return showOpaque(file, hasStrip)
  if (!found) return withOthers({}, project)
  const { id, contents } = found
  const read = hasStrip
    ? showPages(contents.pages, project)
    : showIcons(contents.icons, { call: 'fileContents', id })
  return withOthers(await read, project)
}

/** With the files that are in the download beside what is shown of it. */
function withOthers(shown: Contents, { file }: Pick<ShownProject, 'file'>): Contents {
  if (!file?.entries || isOpaque(file)) return shown
  return {
    ...shown,
    contents: (
      <>
        {shown.contents}
        <OtherFiles entries={file.entries} />
      </>
    ),
  }
}

const isOpaque = ({ format }: Pick<NonNullable<ShownProject['file']>, 'format'>) =>
  format === 'opaque'

const showOpaque = (file: NonNullable<ShownProject['file']>, hasStrip: boolean): Contents => ({
  contents: <OpaqueFile file={file} hasStrip={hasStrip} />,
})

function showPlugin(
  project: Pick<Project, 'keys' | 'language' | 'manifest'>,
  { id, needs }: { id: string; needs: Needs | null } = { id: '', needs: null },
): Contents {
  const { manifest } = project
  const keys = project.keys ?? []
  return {
    contents: (
      <>
        {manifest && <PluginRights manifest={manifest} hasNeeds={needs !== null} />}
        {needs && showNeeds(needs, id)}
        {keys.length > 0 && <PluginKeys keys={keys} lang={langOf(project)} />}
      </>
    ),
  }
}

function showNeeds(found: Needs, id: string) {
  const { SITE_URL, INSTALL_URL_TEMPLATE } = env()
  const site = { siteUrl: SITE_URL, installTemplate: INSTALL_URL_TEMPLATE }
  return <ProjectNeeds found={found} id={id} site={site} />
}

async function showIcons(
  pack: PackIconList,
  source: IconSource,
  collected?: string,
): Promise<Contents> {
  const { items, sheets, recolouring, exports } = pack
  if (items.length === 0) return unknownContents()
  if (!recolouring) {
    return { exports, contents: <PackIcons source={source} pack={pack} collected={collected} /> }
  }
  const { SITE_URL, INSTALL_URL_TEMPLATE } = env()
  const url = new URL(recolouring.url, SITE_URL).href
  const install = installLink(INSTALL_URL_TEMPLATE, { kind: 'icon', id: source.id, url })
  const [sheet] = sheets ?? []
  return {
    exports,
    ...(sheet?.first === 0 &&
      !recolouring.refused && { painted: <PaintedSheet url={sheet.url} count={items.length} /> }),
    contents: <PackIcons source={source} pack={pack} install={install} collected={collected} />,
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

type Props = {
  file: NonNullable<ShownProject['file']>
  /** Whether its strip could be tried if it were read. */
  hasStrip: boolean
}

/** Stands in place of icons or pages that are not shown: why, what is offered, and the entries of an archive. */
export async function OpaqueFile({ file: { name, size, entries }, hasStrip }: Props) {
  const [t, locale] = await Promise.all([getTranslations('detail.unseen'), getLocale()])
  return (
    <section
      aria-labelledby="unseen"
      className="rounded-card border border-line bg-surface-1 p-5 sm:p-6"
    >
      <Strip art="blank" className="w-full max-w-md" />
      <h2 id="unseen" className="mt-5 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-prose text-content-muted">{t('text')}</p>
      {hasStrip && <p className="max-w-prose text-content-muted">{t('untried')}</p>}
      {name !== undefined && (
        <p className="mt-3 font-mono text-xs wrap-anywhere text-content-muted">
          <bdi>{name}</bdi> · <bdi>{formatBytes(size, locale)}</bdi>
        </p>
      )}
      {entries &&
        entries.count > 0 &&
        (await renderEntries(entries, t('entries', { count: entries.count })))}
    </section>
  )
}
