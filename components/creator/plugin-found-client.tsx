import { Icon } from '#components/ui/icons.tsx'
import { isHigher } from '#lib/contract/version.ts'
import { fill, REPOSITORY_WARNINGS } from '#lib/creator/repository-fault.ts'
import type { Values } from '#lib/creator/form.ts'
import { PluginProof } from './plugin-proof-client.tsx'
import type { FormWords } from './words.ts'

type Props = {
  facts: NonNullable<Values['facts']>
  words: FormWords
  /** The version that is published; none: a new plugin. */
  present: string | null
  detailPath: string
  onAgain: () => void
  onProve: (() => void) | null
}

/** What was read from a repository: facts, warnings, and whose it is. */
export function PluginFound({ facts, words, present, detailPath, onAgain, onProve }: Props) {
  const { plugin } = words
  const systems = (facts.system_minimums ?? []).map(({ os, minimum }) => {
    const name = words.systems.find(([value]) => value === os)?.[1] ?? os
    return minimum === null ? name : `${name} ${minimum}`
  })
  const rows = [
    [plugin.author, facts.author || plugin.none],
    [words.os, systems.join(', ') || plugin.none],
    [plugin.license, facts.license ?? plugin.none],
    [plugin.release, facts.release?.tag ?? plugin.none],
  ] as const
  const warnings = (facts.warnings ?? []).flatMap(({ reason, details }) => {
    const known = REPOSITORY_WARNINGS.find((one) => one === reason)
    return known ? [fill(words.warnings[known], details)] : []
  })
  return (
    <section className="space-y-4 rounded-card border border-line bg-surface-1 p-4">
      <div className="space-y-1">
        <h2 className="flex items-center gap-2 text-sm font-medium">
          <Icon name="check" className="shrink-0 text-success" />
          {plugin.verified}
        </h2>
        <p className="text-sm text-content-muted">
          {present === null
            ? plugin.start
            : fill(isHigher(facts.version, present) ? plugin.newer : plugin.upToDate, {
                version: facts.version,
              })}
        </p>
      </div>
      <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[11rem_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-content-muted">{name}</dt>
            <dd className="min-w-0 break-words max-sm:mb-1.5" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {warnings.length > 0 && (
        <ul className="space-y-1.5 text-sm">
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-2">
              <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
              <span className="min-w-0 break-words">{warning}</span>
            </li>
          ))}
        </ul>
      )}
      <PluginProof {...{ facts, words, detailPath, onAgain, onProve }} />
    </section>
  )
}
