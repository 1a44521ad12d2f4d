'use client'

import { Icon } from '#components/ui/icons.tsx'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { isHigher } from '#lib/contract/version/version.ts'
import { REPOSITORY_WARNINGS } from '#lib/creator/repository-error.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { RepositoryProof } from './repository-proof-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

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
    <Warnings facts={facts} />
  </>
)

function FactRows({ facts }: Props) {
  const t = useFormMessages('creator')
  const os = useFormMessages('os')
  const systems = (facts.system_minimums ?? []).map(({ os: system, minimum }) =>
    minimum === null ? os(system) : `${os(system)} ${minimum}`,
  )
  const none = t('plugin.none')
  const rows = [
    [t('plugin.author'), facts.author || none],
    [t('os'), systems.join(', ') || none],
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
