'use client'

import { useLocale } from 'next-intl'
import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { intentProps } from '#lib/creator/plain-form.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Props = { facts: GithubCheck }
const PROOF_MESSAGES = { github: 'byGitHub', push: 'byPush', file: 'byFile' } as const
const link = 'cursor-pointer font-medium underline underline-offset-4'

/** Who owns a repository, how to prove it, and whether the plugin is published already. */
export function RepositoryProof({ facts }: Props) {
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
        href={localePath(locale, pages.detail({ kind, id: published.id }))}
        className="underline underline-offset-4"
      >
        {t('plugin.publishedLink')}
      </a>
    </p>
  )
}
