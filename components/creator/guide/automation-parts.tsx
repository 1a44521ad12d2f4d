import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { TOKEN_SCOPES } from '#lib/contract/access-token.ts'
import { Link } from '#components/ui/link.tsx'
import { documents, paths } from '#lib/paths.ts'
import type { samplesOf } from './automation-samples.ts'
import { CodeSample } from './code-sample.tsx'
import { CODE_TAGS } from './code-tags.tsx'
import { Framed, Part, Rows, StepList } from './guide-parts.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/** How a token is sent. */
const HEADER = 'Authorization: Bearer ks_pat_…'

/** Names of the workflow files of the samples, as the form takes them. */
const FILES = { file: 'release.yml', gitlab: '.gitlab-ci.yml' }

type Props = { samples: ReturnType<typeof samplesOf> }

const Note = ({ children }: { children: ReactNode }) => (
  <p className="max-w-prose text-sm wrap-anywhere text-content-muted">{children}</p>
)

/** How a workflow publishes without a secret. */
export async function TrustedPart({ samples }: Props) {
  const [t, publishers] = await getTexts('publish.automation.trusted', 'account.publishers')
  return (
    <Part id="trusted" title={publishers('title')}>
      <p className="max-w-prose">{publishers('lead')}</p>
      <StepList
        steps={[
          ['trust', t('step.trust', { button: publishers('new'), first: publishers('pending') })],
          ['enter', t.rich('step.enter', { ...FILES, ...CODE_TAGS })],
          ['job', t.rich('step.job', { field: 'publisher_id', ...CODE_TAGS })],
        ]}
      />
      <CodeSample id="sample-trusted" {...samples.trusted} isFile />
      <CodeSample id="sample-gitlab" {...samples.gitlab} isFile />
      <ul className="max-w-prose list-disc space-y-2 ps-5 text-sm wrap-anywhere text-content-muted">
        <li>{t('newer')}</li>
        <li>{t.rich('first', { project: '--project', ...CODE_TAGS })}</li>
        <li>{t.rich('pin', { file: documents.commandLine.slice(1), ...CODE_TAGS })}</li>
        <li>
          {t.rich('forgejo', {
            enable: 'enable-openid-connect: true',
            instead: 'permissions',
            ...CODE_TAGS,
          })}
        </li>
      </ul>
    </Part>
  )
}

/** How programs publish with an access token. */
export async function TokensPart({ samples }: Props) {
  const [t, tokens, settings] = await getTexts(
    'publish.automation.tokens',
    'account.tokens',
    'creator.settings.programs',
  )
  return (
    <Part id="tokens" title={tokens('title')}>
      <p className="max-w-prose">{tokens('lead')}</p>
      <StepList
        steps={[
          ['create', t('step.create', { all: tokens('new'), one: settings('new') })],
          ['keep', t('step.keep', { scope: tokens('scope.publish') })],
          ['send', t.rich('step.send', { header: HEADER, ...CODE_TAGS })],
        ]}
      />
      <Framed>
        <Rows
          isProse
          rows={TOKEN_SCOPES.map((scope) => [
            tokens(`scope.${scope}`),
            tokens(`scopeHelp.${scope}`),
          ])}
        />
      </Framed>
      <CodeSample id="sample-call" name={t('call')} code={samples.call} />
      <Note>
        {t.rich('calls', {
          link: (text) => (
            <Link href={paths.developers('calls')} className="underline underline-offset-4">
              {text}
            </Link>
          ),
        })}
      </Note>
    </Part>
  )
}

/** The command line: one sample for each command. */
export async function CommandLinePart({ samples, app }: Props & { app: string }) {
  const t = await getTranslations('publish.automation.command')
  return (
    <Part id="command" title={t('title')}>
      <p className="max-w-prose">{t('lead', { version: '22.3' })}</p>
      <CodeSample id="sample-set-up" name={t('setUp')} code={samples.setUp} />
      <CodeSample id="sample-validate" name={t('validate')} code={samples.validate} />
      <Note>{t('validateText')}</Note>
      <CodeSample id="sample-first" name={t('first')} code={samples.first} />
      <Note>{t('firstText')}</Note>
      <CodeSample id="sample-publish" name={t('publish')} code={samples.publish} />
      <Note>{t.rich('publishText', { option: '--dry-run', ...CODE_TAGS })}</Note>
      <CodeSample id="sample-install" name={t('install')} code={samples.install} />
      <Note>{t('installText', { app })}</Note>
    </Part>
  )
}
