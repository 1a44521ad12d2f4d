'use client'

import { useLocale } from 'next-intl'
import { Icon } from '#components/ui/icons.tsx'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { isHigher } from '#lib/contract/version/version.ts'
import { REPOSITORY_WARNINGS } from '#lib/creator/repository-error.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { intentProps } from '#lib/creator/plain-form.ts'
import { formatList } from '#lib/i18n/format.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = { facts: GithubCheck }

/** What was read from a repository: facts, warnings, and the proof of ownership. */
export function RepositoryFacts() {
  const { values, published } = useCreatorForm()
  const t = useFormMessages('creator.plugin')
  const { facts } = values
  if (!facts) return null
  const { version } = facts
  return (
    <section className="space-y-4 rounded-card border border-line bg-surface-1 p-4">
      <div className="space-y-1">
        <h2 className="flex items-center gap-2 text-sm font-medium">
          <Icon name="check" className="shrink-0 text-success" />
          {t('verified')}
        </h2>
        <p className="text-sm text-content-muted">
          {published === null
            ? t('start')
            : t(isHigher(version, published) ? 'newer' : 'upToDate', { version })}
        </p>
      </div>
      <RepositoryFindings facts={facts} />
      <RepositoryProof facts={facts} />
    </section>
  )
}

/** What a repository contains, and what is doubtful about it. */
export const RepositoryFindings = ({ facts }: Props) => (
  <>
    <FactRows facts={facts} />
    <ReadmeNote facts={facts} />
    <Warnings facts={facts} />
  </>
)

function ReadmeNote({ facts }: Props) {
  const t = useFormMessages('creator.readme')
  return facts.readme && <p className="text-sm text-content-muted">{t('below')}</p>
}

function FactRows({ facts }: Props) {
  const t = useFormMessages('creator')
  const os = useFormMessages('os')
  const systems = (facts.system_minimums ?? []).map(({ os: system, minimum }) =>
    minimum === null ? os(system) : `${os(system)} ${minimum}`,
  )
  const none = t('plugin.none')
  const rows = [
    [t('plugin.author'), facts.author || none],
    [t('os'), formatList(systems, useLocale()) || none],
    [t('plugin.license'), facts.license ?? none],
    [t('plugin.release'), facts.release?.tag ?? none],
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[11rem_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-content-muted">{label}</dt>
          <dd className="min-w-0 break-words max-sm:mb-1.5" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Every placeholder of the messages: a server may leave out what it should name. */
const PLACEHOLDERS = { name: '', version: '', tag: '' }

function Warnings({ facts }: Props) {
  const t = useFormMessages('creator.warning')
  const warnings = (facts.warnings ?? []).flatMap(({ reason, details }) => {
    const known = REPOSITORY_WARNINGS.find((warning) => warning === reason)
    return known ? [t(known, { ...PLACEHOLDERS, ...details })] : []
  })
  if (warnings.length === 0) return null
  return (
    <ul className="space-y-1.5 text-sm">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2">
          <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
          <span className="min-w-0 break-words">{warning}</span>
        </li>
      ))}
    </ul>
  )
}

const PROOF_MESSAGES = { github: 'byGitHub', push: 'byPush', file: 'byFile' } as const
const link = 'cursor-pointer font-medium underline underline-offset-4'

/** Who owns a repository, how to prove it, and whether the plugin is published already. */
function RepositoryProof({ facts }: Props) {
  const t = useFormMessages('creator.plugin')
  const { proof } = facts
  return (
    <div id="ownership" className="scroll-mt-24 space-y-3 border-t border-line pt-4 text-sm">
      {proof && (
        <p className="flex gap-2">
          <Icon name="check" className="mt-0.5 shrink-0 text-success" />
          {t(PROOF_MESSAGES[proof])}
        </p>
      )}
      {proof === null && <MissingProof facts={facts} />}
      <PublishedPlugin facts={facts} />
    </div>
  )
}

function MissingProof({ facts: { proof_line: line } }: Props) {
  const { repository, hasGitHub } = useCreatorForm()
  const t = useFormMessages('creator.plugin')
  return (
    <>
      <p className="flex gap-2 font-medium">
        <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
        {t('unproved')}
      </p>
      <p className="text-content-muted">{t('prove')}</p>
      {line !== undefined && (
        <p className="flex items-center justify-between gap-3 rounded-key border border-line bg-surface-0 py-1 pe-1 ps-3">
          <code className="min-w-0 font-mono text-xs break-all">{line}</code>
          <CopyButton
            text={line}
            label={t('copyLine')}
            copied={t('copied')}
            failed={t('copyFailed')}
          />
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <button
          {...intentProps('check')}
          onClick={(event) => {
            event.preventDefault()
            void repository.verify()
          }}
          className={link}
        >
          {t('again')}
        </button>
        {hasGitHub && (
          <button
            {...intentProps('prove')}
            onClick={(event) => {
              event.preventDefault()
              repository.prove()
            }}
            className={link}
          >
            {t('provePush')}
          </button>
        )}
      </p>
    </>
  )
}

/** A plugin that another account has published; a proven owner takes over an unverified one. */
function PublishedPlugin({ facts: { proof, published } }: Props) {
  const { kind } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  if (!published || published.is_own) return null
  return (
    <p>
      {t(proof && !published.is_verified ? 'plugin.takeOver' : 'error.plugin_taken')}{' '}
      <a
        href={localePath(locale, paths.detail({ kind, id: published.id }))}
        className="underline underline-offset-4"
      >
        {t('plugin.publishedLink')}
      </a>
    </p>
  )
}
