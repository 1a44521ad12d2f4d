import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FitBadge } from '#components/setup/fit-badge.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { isolated } from '#lib/contract/name/name.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { installLink } from '#lib/project/install.ts'
import { type Offer, offersOf } from '#lib/project/source-file.ts'
import { InstallLink } from './install-link.tsx'

type Site = { siteUrl: string; installTemplate: string }
type Props = {
  project: Project
  /** The list of versions, which has the files. */
  versions: Version[]
  site: Site
}

/** Earlier versions for setups that the current one does not fit, each with its files. */
export async function OtherSetups({ project, versions, site }: Props) {
  const { fitting_versions: fitting = [] } = project
  if (fitting.length === 0) return null
  const t = await getTranslations('fit')
  return (
    <section aria-labelledby="other-setups" className="other-setups">
      <h2 id="other-setups">{t('others')}</h2>
      <ul>
        {fitting.map((needs) => {
          const { file, packages } = versions.find((one) => one.version === needs.version) ?? {}
          return (
            <li key={needs.version}>
              <p>
                <TextLink href={paths.version(project, needs.version)}>{needs.version}</TextLink>
                <FitBadge systems={needs.operating_systems} since={needs.minimum_version} />
              </p>
              <p>
                <NeedsText {...needs} />
              </p>
              {offersOf({ file, packages }).map((offer) => (
                <Files key={offer.href} {...{ project, site, offer }} version={needs.version} />
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type FilesProps = Omit<Props, 'versions'> & { offer: Offer; version: string }

/** Installs and downloads a file of an earlier version. */
async function Files({ project: { kind, id, title }, site, offer, version }: FilesProps) {
  const [t, list, os] = await getTexts('detail.needs', 'detail.versions', 'os')
  const locale = await getLocale()
  const { href, name, size, system } = offer
  const url = new URL(href, site.siteUrl).href
  return (
    <div>
      <InstallLink
        kind={kind}
        id={id}
        href={installLink(site.installTemplate, { kind, id, url })}
        label={t('installLabel', { title: `${isolated(title)} ${version}` })}
      >
        {t('install')}
      </InstallLink>
      <a href={href} download={name}>
        <Icon name="download" />
        <span className="sr-only">{`${list('download', { version })}, `}</span>
        {system !== 'all' && <span>{os(system)}</span>}
        {size !== null && <bdi>{formatBytes(size, locale)}</bdi>}
      </a>
    </div>
  )
}

/** What a version needs. */
export type SetupNeeds = Pick<VersionNeeds, 'operating_systems' | 'minimum_version'>
type OtherNeedsProps = { of: SetupNeeds | undefined; version: Partial<SetupNeeds> | undefined }

/** What a version in the list needs, where it is not what the current one needs. */
export function OtherNeeds({ of, version }: OtherNeedsProps): ReactNode {
  const { operating_systems, minimum_version } = version ?? {}
  if (!of || !operating_systems || minimum_version === undefined) return null
  const needs = { operating_systems, minimum_version }
  if (keyOf(needs) === keyOf(of)) return null
  return (
    <p className="text-sm text-content-muted">
      <NeedsText {...needs} />
    </p>
  )
}

/** The same for systems in another order. */
const keyOf = ({ operating_systems: systems, minimum_version }: SetupNeeds) =>
  [...systems.toSorted(), minimum_version].join(' ')

/** Systems and the lowest version of the application. */
async function NeedsText({ operating_systems, minimum_version }: SetupNeeds) {
  const [t, os] = await getTexts('fit', 'os')
  const format = await getFormatter()
  const systems = format.list(operating_systems.map((system) => os(system)))
  return t('needs', { systems, minimum: minimum_version })
}
