import { getTranslations } from 'next-intl/server'
import { Icon, type IconName } from '#components/ui/icons.tsx'
import { ButtonLink, TextLink } from '#components/ui/link.tsx'
import { AUTOMATION_PARTS, type AutomationPart, paths } from '#lib/paths.ts'
import { OnThisPage } from './on-this-page.tsx'
import { AutomationDrawing } from './automation-drawing.tsx'
import { CommandLinePart, TokensPart, TrustedPart } from './automation-parts.tsx'
import { ReleasesPart } from './automation-releases.tsx'
import { samplesOf } from './automation-samples.ts'
import { GuideLayout, Part } from './guide-parts.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = {
  /** Address of this site, without a slash at its end. */
  siteUrl: string
  app: string
}

const ICONS = {
  releases: 'tag',
  trusted: 'shield',
  tokens: 'token',
  command: 'terminal',
} as const satisfies Record<AutomationPart, IconName>

/** How to publish by programs: four ways, and each with what it needs to be copied. */
export async function Automation({ siteUrl, app }: Props) {
  const t = await getTranslations('publish.automation')
  const samples = samplesOf(siteUrl)
  return (
    <GuideLayout title={t('title')} lead={t('lead')} aside={<Beside />}>
      <Part title={t('ways')}>
        <Ways />
      </Part>
      <ReleasesPart samples={samples} />
      <TrustedPart samples={samples} />
      <TokensPart samples={samples} />
      <CommandLinePart samples={samples} app={app} />
    </GuideLayout>
  )
}

/** Titles of the parts. */
async function partNames(): Promise<Record<AutomationPart, string>> {
  const [t, account] = await getTexts('publish.automation', 'account')
  return {
    releases: t('releases.title'),
    trusted: account('publishers.title'),
    tokens: account('tokens.title'),
    command: t('command.title'),
  }
}

/** The ways beside each other, each a link to its part. */
async function Ways() {
  const [t, names] = await Promise.all([getTranslations('publish.automation.way'), partNames()])
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {AUTOMATION_PARTS.map((part) => (
        <li key={part} className="grid min-w-0">
          <a
            href={`#${part}`}
            className="grid min-w-0 content-start gap-1.5 wrap-anywhere rounded-card border border-line bg-surface-1 p-4 shadow-card hover:border-line-strong"
          >
            <span className="flex items-center gap-2.5 font-medium">
              <Icon name={ICONS[part]} className="shrink-0 text-content-muted" />
              <span className="min-w-0">{names[part]}</span>
            </span>
            <span className="text-sm text-content-muted">{t(`${part}.text`)}</span>
            <span className="mt-auto pt-1 text-sm">{t(`${part}.secret`)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

async function Beside() {
  const [publish, account, developers] = await getTexts('publish', 'account', 'developers')
  const names = await partNames()
  return (
    <>
      <div className="hidden place-items-center bg-accent-soft px-5 py-4 lg:grid">
        <AutomationDrawing className="w-full" />
      </div>
      <div className="flex flex-col gap-3 p-5">
        <OnThisPage parts={AUTOMATION_PARTS} names={names} className="hidden lg:block" />
        <ButtonLink
          href={paths.newToken()}
          variant="secondary"
          className="h-auto min-h-10 py-2 text-center"
        >
          {account('tokens.new')}
        </ButtonLink>
        <TextLink href={paths.developers()} className="py-1 text-center text-sm">
          {developers('link')}
        </TextLink>
        <TextLink href={paths.publish} className="py-1 text-center text-sm">
          {publish('back')}
        </TextLink>
      </div>
    </>
  )
}
