'use client'

import { useLocale } from 'next-intl'
import type { ButtonChange } from '#lib/own-projects/project-outcome.ts'
import { endpoints } from '#lib/paths.ts'
import { useVersionChange, type VersionRef } from './use-version-change-client.ts'
import { versionButton } from './version-button.ts'

type Props = VersionRef & {
  change: ButtonChange
  label: string
  /** Name of the button, with the version. */
  name: string
}

/** A button that changes a version at once, with and without scripts. */
export function VersionForm({ kind, id, version, change, label, name }: Props) {
  const locale = useLocale()
  const { isPending, send } = useVersionChange({ kind, id, version })
  return (
    <form
      method="post"
      action={endpoints.form('project-version')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(change)
      }}
    >
      {Object.entries({ kind, id, version, change, locale }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button type="submit" aria-label={name} aria-disabled={isPending} className={versionButton}>
        {label}
      </button>
    </form>
  )
}
