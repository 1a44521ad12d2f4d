import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PACKAGE_ENDING } from '#lib/contract/file/plugin-package.ts'
import { toMessageValues } from '#lib/creator/repository-error.ts'
import { NOTICES, REFUSALS, RELEASE_NEEDS } from './automation-content.ts'
import { SECRET_NAME, type samplesOf } from './automation-samples.ts'
import { CodeSample } from './code-sample.tsx'
import { CODE_TAGS } from './code-tags.tsx'
import { Framed, Part, Rows, StepList } from './guide-parts.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = { samples: ReturnType<typeof samplesOf> }

/** How releases of a plugin's repository publish themselves. */
export async function ReleasesPart({ samples }: Props) {
  const t = await getTranslations('publish.automation.releases')
  const labels = await labelsOfSettings()
  const values = {
    tag: 'v1.2.0',
    any: `plums${PACKAGE_ENDING}`,
    one: `plums.win32.x64${PACKAGE_ENDING}`,
    ...CODE_TAGS,
  }
  return (
    <Part id="releases" title={t('title')}>
      <p className="max-w-prose">{t('lead')}</p>
      <Section title={t('needs')}>
        <ul className="max-w-prose list-disc space-y-2 ps-5 wrap-anywhere">
          {RELEASE_NEEDS.map((need) => (
            <li key={need}>{t.rich(`need.${need}`, values)}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('daily')}>
        <p className="max-w-prose">{t('dailyText', labels)}</p>
      </Section>
      <Notices samples={samples} />
      <Fold title={t('refused')}>
        <p className="max-w-prose">{t('refusedText')}</p>
        <Framed>
          <Refusals check={labels.check} />
        </Framed>
      </Fold>
      <Fold title={t('notices')}>
        <p className="max-w-prose">{t.rich('noticesText', { field: 'reason', ...CODE_TAGS })}</p>
        <Framed>
          <Rows rows={NOTICES.map((code) => [code, t(`notice.${code}`)])} />
        </Framed>
      </Fold>
    </Part>
  )
}

/** What the settings page of a plugin calls its parts. */
async function labelsOfSettings() {
  const t = await getTranslations('account.releases')
  return { releases: t('title'), make: t('newSecret'), check: t('check'), test: t('test') }
}

/** What the maker's workflow calls the address and the secret. */
const INPUTS = { input: 'api-base-url', secret: 'webhook-secret' }

/** The two ways to tell the site of a release. */
async function Notices({ samples: { maker, webhookUrl } }: Props) {
  const t = await getTranslations('publish.automation.releases')
  const labels = await labelsOfSettings()
  return (
    <>
      <Section title={t('workflow')}>
        <StepList
          steps={[
            ['make', t('step.make', labels)],
            ['keep', t.rich('step.keep', { name: SECRET_NAME, ...CODE_TAGS })],
            ['change', t.rich('step.change', { ...INPUTS, ...CODE_TAGS })],
          ]}
        />
        <CodeSample id="sample-maker" {...maker} isFile />
        <p className="max-w-prose text-sm text-content-muted">{t('first')}</p>
      </Section>
      <Section title={t('webhook')}>
        <p className="max-w-prose">{t('webhookText')}</p>
        <CodeSample id="sample-webhook" name="Payload URL" isFile code={webhookUrl} />
        <Framed>
          <Rows
            rows={[
              ['Content type', undefined, 'application/json'],
              ['Secret', t('secret')],
              ['Events', undefined, 'Releases'],
            ]}
          />
        </Framed>
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-4 pt-2">
      <h3 className="font-display font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** What is needed only when something fails. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer py-1">
        <h3 className="inline font-display font-semibold">{title}</h3>
      </summary>
      <div className="space-y-4 pt-3">{children}</div>
    </details>
  )
}

/** What the settings page of a plugin shows of a release, and what to do. */
async function Refusals({ check }: { check: string }) {
  const [t, release, error] = await getTexts(
    'publish.automation.releases.fix',
    'creator.release',
    'creator.error',
  )
  const locale = await getLocale()
  const messages = REFUSALS.map(([reason, details]) => [
    error(reason, toMessageValues(details, locale, new Date(0))),
    t(reason, { check }),
  ])
  return (
    <Rows
      isProse
      rows={[
        [release('state.unchanged'), t('unchanged')],
        [release('state.waiting'), release('waits', { cause: 'github' })],
        ...messages,
      ]}
    />
  )
}
