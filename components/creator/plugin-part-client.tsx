'use client'

import { type ComponentProps, useState } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { githubCheckQuerySchema } from '#lib/contract/publish.ts'
import { checkRepository } from '#lib/creator/check-client.ts'
import type { Values } from '#lib/creator/form.ts'
import { type FormWords, REPOSITORY_FAULTS } from './words.ts'

type Input = ComponentProps<'input'>
type Props = {
  values: Values
  words: FormWords
  faults: { owner: string | undefined; repository: string | undefined }
  fields: { owner: Input; repository: Input }
  onFacts: (facts: Values['facts']) => void
  onEnded: (message: string) => void
}

/** Where a plugin is: its owner and repository, and what is read there, which nobody types. */
export function PluginPart({ values, words, faults, fields, onFacts, onEnded }: Props) {
  const [isAsking, setAsking] = useState(false)
  /** Good for the address that was refused, until another one is typed. */
  const [refusal, setRefusal] = useState<{ address: string; text: string } | null>(null)
  const { owner, repository_url, facts } = values
  const isAddressed = githubCheckQuerySchema.safeParse({ owner, repository_url }).success

  const refused = refusal?.address === repository_url ? refusal.text : undefined

  async function verify() {
    if (isAsking) return
    setAsking(true)
    setRefusal(null)
    const checked = await checkRepository(owner, repository_url)
    setAsking(false)
    if (checked.ok) return onFacts(checked.facts)
    onFacts(null)
    if (checked.code === 401) return onEnded(checked.message)
    setRefusal({ address: repository_url, text: wordFor(words, checked) })
  }
  return (
    <div className="space-y-7">
      <Field
        label={words.plugin.owner}
        help={words.plugin.ownerHelp}
        fault={faults.owner}
        maxLength={39}
        autoCapitalize="none"
        spellCheck={false}
        {...fields.owner}
      />
      <Field
        label={words.plugin.repository}
        help={words.plugin.repositoryHelp}
        fault={refused ?? faults.repository}
        type="url"
        inputMode="url"
        maxLength={100}
        {...fields.repository}
        beside={
          <button
            type="button"
            aria-disabled={isAsking || !isAddressed}
            onClick={() => isAddressed && void verify()}
            className={`${buttonClass({ variant: 'secondary' })} h-11 shrink-0 cursor-pointer aria-disabled:cursor-default aria-disabled:opacity-60`}
          >
            {isAsking ? words.plugin.verifying : words.plugin.verify}
          </button>
        }
      />
      <div aria-live="polite">{facts && <Facts facts={facts} words={words} />}</div>
    </div>
  )
}

function wordFor(words: FormWords, refused: { reason: string | null; message: string }): string {
  const known = REPOSITORY_FAULTS.find((one) => one === refused.reason)
  if (!known) return refused.message || words.faults.unavailable
  // Which field, or until when, only the server knows.
  const detail = known === 'bad_field' || known === 'github_limit' ? ` ${refused.message}` : ''
  return `${words.faults[known]}${detail}`
}

function Facts({ facts, words }: { facts: NonNullable<Values['facts']>; words: FormWords }) {
  const systems = (facts.system_minimums ?? []).map(({ os, minimum }) => {
    const name = words.systems.find(([value]) => value === os)?.[1] ?? os
    return minimum === null ? name : `${name} ${minimum}`
  })
  const rows = [
    [words.title, facts.title],
    [words.plugin.author, facts.author],
    [words.version, facts.version],
    [words.os, systems.join(', ')],
    [words.minimum, facts.minimum_version ?? words.plugin.none],
    [words.description, facts.description || words.plugin.none],
    [words.plugin.license, facts.license ?? words.plugin.none],
    [words.plugin.release, facts.release?.tag ?? words.plugin.none],
  ] as const
  return (
    <section className="space-y-3 rounded-card border border-line bg-surface-1 p-4">
      <h2 className="flex items-center gap-2 text-sm font-medium">
        <Icon name="check" className="text-success" />
        {words.plugin.verified}
      </h2>
      <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[11rem_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-content-muted">{name}</dt>
            <dd className="min-w-0 break-words" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
