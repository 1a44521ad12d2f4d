import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Section } from '#components/ui/section.tsx'
import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { API_BASE } from '#lib/contract/limits.ts'
import type { ReleaseFormState } from '#lib/programs/release-form.ts'
import type { Releases } from '#lib/contract/release.ts'
import { paths } from '#lib/paths.ts'
import { ReleaseForm } from './release-form-client.tsx'

type Props = {
  releases: Releases
  projectId: string
  /** Address of this site, without a slash at its end. */
  siteUrl: string
  /** Path of this page. */
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: ReleaseFormState | null
  /** What became of the last releases. */
  children: ReactNode
}

/** How a plugin gets the releases of its repository. */
export async function ReleaseSection(props: Props) {
  const { releases, projectId, siteUrl, address, kept, children } = props
  const [t, publish, format] = await Promise.all([
    getTranslations('account.releases'),
    getTranslations('publish.automation'),
    getFormatter(),
  ])
  const { secret_created_at: since, is_daily: isDaily } = releases
  return (
    <Section
      id="releases"
      title={t('title')}
      lead={
        <>
          {t('lead')} <TextLink href={paths.automation('releases')}>{publish('title')}</TextLink>
        </>
      }
    >
      <dl className="space-y-3 text-sm">
        <Address name={t('workflow')} value={siteUrl} label={t('copyWorkflow')} />
        <Address
          name={t('webhook')}
          value={`${siteUrl}${API_BASE}/plugins/webhook`}
          label={t('copyWebhook')}
        />
      </dl>
      <p className="text-sm text-content-muted">
        {since === null
          ? t('noSecret')
          : t('secretSince', {
              date: format.dateTime(new Date(since), { dateStyle: 'medium' }),
            })}
      </p>
      <p className="text-sm text-content-muted">{t(isDaily ? 'isDaily' : 'isNotDaily')}</p>
      <ReleaseForm {...{ address, kept, projectId, isDaily }} hasSecret={since !== null} />
      {children}
    </Section>
  )
}

type AddressProps = { name: string; value: string; label: string }

/** An address to enter elsewhere, with a button that copies it. */
async function Address({ name, value, label }: AddressProps) {
  const t = await getTranslations('detail')
  return (
    <div className="space-y-1">
      <dt className="text-content-muted">{name}</dt>
      <dd className="flex items-center gap-2">
        <code dir="ltr" className="font-mono text-xs wrap-anywhere">
          {value}
        </code>
        <CopyButton text={value} label={label} copied={t('copied')} failed={t('copyFailed')} />
      </dd>
    </div>
  )
}
