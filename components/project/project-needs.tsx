import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { langOf } from '#lib/contract/language.ts'
import { isolated } from '#lib/contract/name/name.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import type { Need, Needs } from '#lib/contract/update/needs.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { installLink } from '#lib/project/install.ts'
import { offersOf } from '#lib/project/source-file.ts'
import { InstallLink } from './install-link.tsx'

type Site = { siteUrl: string; installTemplate: string }
type Props = { found: Needs; id: string; site: Site }

/** Whether there is anything to show. */
export const hasNeeds = ({ needs, used_by }: Needs) => needs.length + used_by.length > 0

/** What a project needs, to depth 2, with what of it is here and how it is installed; and what needs it. */
export async function ProjectNeeds({ found, id, site }: Props) {
  const { items, needs, needs_cut: isCut, used_by: users, used_by_total: total } = found
  const t = await getTranslations('detail.needs')
  const byId = new Map(items.map((project) => [project.id, project]))
  const others = users.flatMap((user) => byId.get(user) ?? [])
  return (
    <>
      {needs.length > 0 && (
        <Part id="needs" title={t('title')}>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 text-sm">
            {needs.map((need) => (
              <Row
                key={`${need.kind} ${need.named}`}
                need={need}
                project={byId.get(need.id ?? '')}
                neededBy={byId.get(need.needed_by ?? '')}
                site={site}
              />
            ))}
          </ul>
          {isCut && <p className="mt-3 text-sm text-content-muted">{t('cut')}</p>}
          {needs.some(({ state }) => state === 'available') && (
            <p className="mt-3 text-sm text-content-muted">
              {t('command')}{' '}
              <code dir="ltr" className="text-xs wrap-anywhere text-content">
                keystrip install {id} --site {site.siteUrl}
              </code>
            </p>
          )}
        </Part>
      )}
      {others.length > 0 && (
        <Part id="used-by" title={t('usedBy')}>
          <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
            {others.map((project) => (
              <li key={project.id} className="min-w-0">
                <ProjectLink project={project} />
              </li>
            ))}
            {total > others.length && (
              <li className="text-content-muted">{t('more', { count: total - others.length })}</li>
            )}
          </ul>
        </Part>
      )}
    </>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-4 font-display text-lg font-semibold">
      {title}
    </h2>
    {children}
  </section>
)

const ProjectLink = ({ project }: { project: ListedProject }) => (
  <TextLink href={paths.detail(project)} className="wrap-anywhere">
    <bdi lang={langOf(project)}>{project.title}</bdi>
  </TextLink>
)

type RowProps = {
  need: Need
  project: ListedProject | undefined
  neededBy: ListedProject | undefined
  site: Site
}

async function Row({ need, project, neededBy, site }: RowProps) {
  const [t, kinds] = await getTexts('detail.needs', 'kind')
  const { kind, named, minimum_version: minimum, state } = need
  const isHere = state === 'available'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="flex min-w-0 flex-1 basis-60 flex-wrap items-baseline gap-x-3 gap-y-1 py-1">
        {project ? (
          <ProjectLink project={project} />
        ) : (
          <bdi dir="ltr" className="min-w-0 font-mono text-xs wrap-anywhere">
            {named}
          </bdi>
        )}
        <span className="text-content-muted">
          {kinds(`${kind}.one`)} · {minimum === '' ? t('any') : t('minimum', { version: minimum })}
          {neededBy && <> · {t('for', { title: isolated(neededBy.title) })}</>}
        </span>
      </span>
      <span
        className={`inline-flex items-baseline gap-1.5 text-xs ${isHere ? 'text-content-muted' : 'text-content'}`}
      >
        <Icon
          name={isHere ? 'check' : 'warning'}
          className={`size-3.5 shrink-0 self-center ${isHere ? 'text-success' : 'text-info'}`}
        />
        {t(`state.${state}`, { version: project?.version ?? '' })}
      </span>
      {project && <Installs {...{ need, project, site }} />}
    </li>
  )
}

/** A link that installs it; of several systems that for the visitor's. */
async function Installs({
  need,
  project,
  site,
}: Pick<RowProps, 'need' | 'site'> & { project: ListedProject }) {
  const offers = need.offer ? offersOf(need.offer) : []
  if (offers.length === 0) return null
  const t = await getTranslations('detail.needs')
  const { kind, id, title } = project
  return (
    <span data-offers>
      {offers.map(({ system, href }) => {
        const url = new URL(href, site.siteUrl).href
        return (
          <span key={system} data-offer={system}>
            <InstallLink
              kind={kind}
              id={id}
              href={installLink(site.installTemplate, { kind, id, url })}
              label={t('installLabel', { title: isolated(title) })}
              className="inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline sm:min-h-8"
            >
              {t('install')}
            </InstallLink>
          </span>
        )
      })}
    </span>
  )
}
