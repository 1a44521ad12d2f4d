'use client'

import { type FormEvent, useState } from 'react'
import { useHydrated } from '#lib/browser/use-store.ts'
import { endpoints } from '#lib/paths.ts'
import { parseSetup, type Setup } from './setup.ts'
import { setupStore } from './setup-store.ts'
import { useSetup } from './use-setup-client.ts'

type FormProps = {
  labels: { os: string; any: string; version: string; save: string; forget: string; help: string }
  systems: readonly (readonly [string, string])[]
}

/** Form for the visitor's setup, which stays in the browser. */
export function SetupForm({ labels, systems }: FormProps) {
  const setup = useSetup()
  const isHydrated = useHydrated()
  /** What was entered but not saved. */
  const [entered, setEntered] = useState<Partial<Setup>>({})
  function keep(next: Setup | null) {
    setupStore.set(next)
    setEntered({})
  }
  const { os, version } = { os: setup?.os ?? '', version: setup?.version ?? '', ...entered }
  const field = 'h-9 w-full rounded-key border border-line-control bg-surface-1 px-2.5 text-sm'
  return (
    <form
      method="post"
      action={endpoints.needsScripts}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        keep(parseSetup(os, version))
      }}
      className="grid grid-cols-2 gap-2 pt-2 text-xs text-content-muted"
    >
      <label className="space-y-1">
        {labels.os}
        <select
          name="os"
          value={os}
          onChange={(event) => setEntered({ ...entered, os: event.currentTarget.value })}
          className={field}
        >
          <option value="">{labels.any}</option>
          {systems.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="space-y-1">
        {labels.version}
        <input
          name="version"
          value={version}
          onChange={(event) => setEntered({ ...entered, version: event.currentTarget.value })}
          pattern="\d{1,5}\.\d{1,5}\.\d{1,5}"
          title={labels.help}
          placeholder="2.0.0"
          inputMode="decimal"
          className={`${field}`}
        />
      </label>
      {/* Disabled before hydration: Enter in a field would submit the form. */}
      <button
        type="submit"
        disabled={!isHydrated}
        className="h-9 cursor-pointer rounded-key border border-line-strong font-medium text-content hover:bg-surface-2"
      >
        {labels.save}
      </button>
      <button
        type="button"
        // A disabled button would lose the focus.
        aria-disabled={!setup}
        onClick={() => keep(null)}
        className="h-9 cursor-pointer rounded-key font-medium hover:bg-surface-2 aria-disabled:cursor-default aria-disabled:opacity-75"
      >
        {labels.forget}
      </button>
    </form>
  )
}
