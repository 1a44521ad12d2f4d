import { getTranslations } from 'next-intl/server'
import { mapNames } from '#lib/contract/project-fields.ts'
import { TextLink } from '#components/ui/link.tsx'
import { DEVELOPER_PARTS, type DeveloperPart, paths } from '#lib/paths.ts'
import { OnThisPage } from './on-this-page.tsx'
import { CallList, CommonErrors, NamedTypes } from './api-calls.tsx'
import { CodeSample } from './code-sample.tsx'
import { CODE_TAGS } from './code-tags.tsx'
import { developerSamples } from './developers-samples.ts'
import { Framed, GuideLayout, Part, Rows } from './guide-parts.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/** Kinds of requests that programs make, and their allowance. */
export type ApiLimit = {
  name: 'calls' | 'searches' | 'pictures' | 'cards' | 'made' | 'counts' | 'feeds'
  burst: number
  perSecond: number
}
type Props = {
  /** Address of this site, without a slash at its end. */
  siteUrl: string
  locale: string
  limits: readonly ApiLimit[]
}
type Samples = ReturnType<typeof developerSamples>

/** The API for other programs: how to begin, what to rely on, and every call. */
export async function Developers({ siteUrl, locale, limits }: Props) {
  const t = await getTranslations('developers')
  const samples = developerSamples(siteUrl, locale)
  return (
    <GuideLayout title={t('title')} lead={t('lead')} aside={<Beside samples={samples} />}>
      <Start samples={samples} />
      <Sampled part="files" curl={samples.files} fetched={samples.newest} />
      <Sampled part="lists" curl={samples.unchanged} fetched={samples.list} />
      <Changes samples={samples} />
      <Limits limits={limits} />
      <Stability samples={samples} />
      <Part id="calls" title={t('calls.title')}>
        <p className="max-w-prose">{t('calls.text')}</p>
        <CommonErrors />
        <CallList group="public" />
        <p>
          <TextLink href={paths.accountCalls}>{t('account.title')}</TextLink>
        </p>
        <h3 className="pt-2 font-display font-semibold">{t('calls.types')}</h3>
        <NamedTypes />
      </Part>
    </GuideLayout>
  )
}

/** The calls that need an account. */
export async function AccountCalls() {
  const t = await getTranslations('developers')
  const aside = (
    <p className="p-5 text-center text-sm">
      <TextLink href={paths.developers()}>{t('link')}</TextLink>
    </p>
  )
  return (
    <GuideLayout title={t('account.title')} lead={t('account.lead')} aside={aside}>
      <Part title={t('calls.token')}>
        <CallList group="token" />
      </Part>
      <Part title={t('calls.browser')}>
        <CallList group="browser" />
      </Part>
    </GuideLayout>
  )
}

async function Start({ samples }: { samples: Samples }) {
  const t = await getTranslations('developers.start')
  const values = { base: samples.api, shape: '{code, message, data}', ...CODE_TAGS }
  return (
    <Part id="start" title={t('title')}>
      <p className="max-w-prose wrap-anywhere">{t.rich('text', values)}</p>
      <CodeSample id="sample-search" name={t('curl')} code={samples.search} />
      <p className="max-w-prose">{t('origins')}</p>
      <CodeSample id="sample-show" name={t('fetch')} code={samples.show} />
    </Part>
  )
}

type SampledProps = { part: 'files' | 'lists'; curl: string; fetched: string }

/** A part with a sample for a shell and one for a page. */
async function Sampled({ part, curl, fetched }: SampledProps) {
  const t = await getTranslations('developers')
  return (
    <Part id={part} title={t(`${part}.title`)}>
      <p className="max-w-prose wrap-anywhere">{t.rich(`${part}.text`, CODE_TAGS)}</p>
      <CodeSample id={`sample-${part}`} name={t(`${part}.curl`)} code={curl} />
      <CodeSample id={`sample-${part}-fetch`} name={t(`${part}.fetch`)} code={fetched} />
    </Part>
  )
}

async function Changes({ samples }: { samples: Samples }) {
  const t = await getTranslations('developers.changes')
  return (
    <Part id="changes" title={t('title')}>
      <p className="max-w-prose">{t.rich('text', CODE_TAGS)}</p>
      <Framed>
        <Rows
          isProse
          rows={samples.feeds.map(([name, address]) => [t(name), undefined, address])}
        />
      </Framed>
    </Part>
  )
}

async function Limits({ limits }: Pick<Props, 'limits'>) {
  const t = await getTranslations('developers.limits')
  return (
    <Part id="limits" title={t('title')}>
      <p className="max-w-prose wrap-anywhere">{t.rich('text', CODE_TAGS)}</p>
      <Framed>
        <Rows
          rows={limits.map(({ name, burst, perSecond }) => [
            name,
            `${t(`row.${name}`)}: ${t('amount', { burst, rate: perSecond })}`,
          ])}
        />
      </Framed>
    </Part>
  )
}

const PROMISES = ['keep', 'add', 'next', 'opaque', 'optional'] as const

async function Stability({ samples: { api } }: { samples: Samples }) {
  const t = await getTranslations('developers.stability')
  return (
    <Part id="stability" title={t('title')}>
      <ul className="max-w-prose list-disc space-y-2 ps-5 wrap-anywhere">
        {PROMISES.map((promise) => (
          <li key={promise}>
            {t.rich(promise, { base: new URL(api).pathname, mark: 'x-optional', ...CODE_TAGS })}
          </li>
        ))}
      </ul>
    </Part>
  )
}

async function Beside({ samples }: { samples: Samples }) {
  const [t, automation] = await getTexts('developers', 'publish.automation')
  const names = mapNames<Record<DeveloperPart, string>>(DEVELOPER_PARTS, (part) =>
    t(`${part}.title`),
  )
  return (
    <div className="flex flex-col gap-3 p-5">
      <OnThisPage parts={DEVELOPER_PARTS} names={names} />
      <a
        href={samples.openApiUrl}
        className="py-1 text-center text-sm underline underline-offset-4"
      >
        {t('document')}
      </a>
      <TextLink href={paths.automation()} className="py-1 text-center text-sm">
        {automation('title')}
      </TextLink>
    </div>
  )
}
