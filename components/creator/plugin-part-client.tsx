'use client'

import type { ComponentProps } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { repositoryAddress } from '#lib/contract/repository.ts'
import type { Values } from '#lib/creator/form.ts'
import { PluginFound } from './plugin-found-client.tsx'
import type { PluginFacts } from './use-plugin-facts-client.ts'
import type { FormWords } from './words.ts'

type Input = ComponentProps<'input'>
type Props = {
  values: Values
  words: FormWords
  /** The version that is published; none: a new plugin. */
  present: string | null
  plugin: PluginFacts
  /** Whether the site has sign-in by GitHub. */
  hasGitHub: boolean
  /** Where a project is shown, before its id. */
  detailPath: string
  faults: { owner: string | undefined; repository: string | undefined }
  fields: { owner: Input; repository: Input }
}

/** Where a plugin is: its owner and repository, and what was read there. */
export function PluginPart(props: Props) {
  const { values, words, present, plugin, hasGitHub, detailPath, faults, fields } = props
  const { isAsking, refusal, verify } = plugin
  const isAddressed = repositoryAddress(values.repository_url) !== null
  const label = present === null ? words.plugin.verify : words.plugin.look
  const button = (
    <button
      type="button"
      aria-disabled={isAsking || !isAddressed}
      onClick={() => isAddressed && void verify()}
      className={`${buttonClass({ variant: 'secondary' })} h-11 shrink-0 cursor-pointer aria-disabled:cursor-default aria-disabled:opacity-60`}
    >
      {isAsking ? words.plugin.verifying : label}
    </button>
  )
  return (
    <div className="space-y-7">
      <Field
        label={words.plugin.repository}
        help={words.plugin.repositoryHelp}
        fault={refusal?.text ?? faults.repository}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        // Longer than an address may be: what is pasted has a branch and a query behind it.
        maxLength={500}
        {...fields.repository}
        beside={present === null && button}
      />
      {refusal?.takenId && (
        <a
          href={`${detailPath}/${refusal.takenId}`}
          className="-mt-5 block text-sm underline underline-offset-4"
        >
          {words.plugin.publishedLink}
        </a>
      )}
      <Field
        label={words.plugin.owner}
        help={words.plugin.ownerHelp}
        fault={faults.owner}
        maxLength={39}
        autoCapitalize="none"
        spellCheck={false}
        {...fields.owner}
      />
      {present !== null && button}
      <div aria-live="polite">
        {values.facts && (
          <PluginFound
            facts={values.facts}
            words={words}
            present={present}
            detailPath={detailPath}
            onAgain={() => void verify()}
            onProve={hasGitHub ? plugin.prove : null}
          />
        )}
      </div>
    </div>
  )
}
