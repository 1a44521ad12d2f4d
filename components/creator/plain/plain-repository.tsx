import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { isHigher } from '#lib/contract/version/version.ts'
import { PLAIN_INPUTS, type PlainIntent } from '#lib/creator/plain-form.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { inputClass, inputProps, type PlainControlProps, PlainField } from './plain-field.tsx'
import { type PlainView, useFieldTexts } from './plain-view.ts'
import { RepositoryFindings } from '#components/creator/controls/repository-facts-client.tsx'

/** The address of a plugin's repository, and the button that reads it. */
export function PlainRepository({ name, view }: PlainControlProps) {
  const t = useTranslations('creator')
  const locale = useLocale()
  const texts = useFieldTexts(view)(name)
  const takenId = view.errors.find(({ error }) => error === 'plugin_taken')?.details?.['id']
  return (
    <div className="space-y-2">
      <PlainField name={name} view={view}>
        <div className="flex gap-2">
          <input
            {...inputProps(name, texts)}
            defaultValue={view.values.repository_url}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            className={`h-11 ${inputClass(texts.error)}`}
          />
          <IntentButton intent="check" label={t(view.edited ? 'plugin.look' : 'plugin.verify')} />
        </div>
      </PlainField>
      {takenId !== undefined && (
        <PublishedLink
          href={localePath(locale, pages.detail({ kind: 'plugin', id: String(takenId) }))}
        />
      )}
    </div>
  )
}

/** The owner of the repository, and what was read there. */
export function PlainOwner({ name, view }: PlainControlProps) {
  const texts = useFieldTexts(view)(name)
  const { facts } = view.values
  return (
    <div className="space-y-7">
      <PlainField name={name} view={view}>
        <input
          {...inputProps(name, texts)}
          defaultValue={view.values.owner}
          maxLength={39}
          autoCapitalize="none"
          spellCheck={false}
          className={`h-11 ${inputClass(texts.error)}`}
        />
      </PlainField>
      {facts && <Findings facts={facts} view={view} />}
    </div>
  )
}

type FactsProps = { facts: GithubCheck; view: PlainView }

function Findings({ facts, view }: FactsProps) {
  const t = useTranslations('creator.plugin')
  const { version } = facts
  const published = view.edited?.saved.version
  return (
    <section
      aria-labelledby="plain-findings"
      className="space-y-4 rounded-card border border-line bg-surface-1 p-4"
    >
      <div className="space-y-1">
        <h2 id="plain-findings" className="flex items-center gap-2 text-sm font-medium">
          <Icon name="check" className="shrink-0 text-success" />
          {t('verified')}
        </h2>
        <p className="text-sm text-content-muted">
          {published === undefined
            ? t('start')
            : t(isHigher(version, published) ? 'newer' : 'upToDate', { version })}
        </p>
      </div>
      <RepositoryFindings facts={facts} />
      <Proof facts={facts} view={view} />
    </section>
  )
}

const PROOF_MESSAGES = { github: 'byGitHub', push: 'byPush', file: 'byFile' } as const

/** Who owns the repository, how to prove it, and whether the plugin is published already. */
function Proof({ facts: { proof, proof_line: line, published }, view }: FactsProps) {
  const t = useTranslations('creator')
  const locale = useLocale()
  const isOthers = published && !published.is_own
  return (
    <div className="space-y-3 border-t border-line pt-4 text-sm">
      {proof && (
        <p className="flex gap-2">
          <Icon name="check" className="mt-0.5 shrink-0 text-success" />
          {t(`plugin.${PROOF_MESSAGES[proof]}`)}
        </p>
      )}
      {proof === null && (
        <>
          <p className="flex gap-2 font-medium">
            <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
            {t('plugin.unproved')}
          </p>
          <p className="text-content-muted">{t('plugin.prove')}</p>
          {line !== undefined && (
            <p className="rounded-key border border-line bg-surface-0 px-3 py-2">
              <code className="font-mono text-xs break-all">{line}</code>
            </p>
          )}
          <p className="flex flex-wrap gap-3">
            <IntentButton intent="check" label={t('plugin.again')} />
            {view.hasGitHub && <IntentButton intent="prove" label={t('plugin.provePush')} />}
          </p>
        </>
      )}
      {isOthers && (
        <p>
          {t(proof && !published.is_verified ? 'plugin.takeOver' : 'error.plugin_taken')}{' '}
          <PublishedLink
            href={localePath(locale, pages.detail({ kind: 'plugin', id: published.id }))}
          />
        </p>
      )}
    </div>
  )
}

function PublishedLink({ href }: { href: string }) {
  const t = useTranslations('creator.plugin')
  return (
    <a href={href} className="text-sm underline underline-offset-4">
      {t('publishedLink')}
    </a>
  )
}

function IntentButton({ intent, label }: { intent: PlainIntent; label: string }) {
  return (
    <button
      type="submit"
      name={PLAIN_INPUTS.intent}
      value={intent}
      className={`${buttonClass({ variant: 'secondary' })} h-11 shrink-0 cursor-pointer`}
    >
      {label}
    </button>
  )
}
