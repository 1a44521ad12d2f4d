'use client'

import { type FormEvent, useState } from 'react'
import { useHydrated, useStore } from '#lib/browser/use-store.ts'
import { endpoints } from '#lib/paths.ts'
import {
  parseSetup,
  type VisitorSetup,
  formatSetup,
  parseStoredSetup,
  SETUP_EVENT,
  SETUP_KEY,
} from './setup.ts'
import { createStoredStore, type Store } from '#lib/browser/store.ts'

type FormProps = {
  labels: { os: string; any: string; version: string; save: string; forget: string; help: string }
  systems: readonly (readonly [string, string])[]
}

/** Form for the visitor's setup, which stays in the browser. */
export function SetupForm({ labels, systems }: FormProps) {
  const setup = useStore(setupStore)
  const isHydrated = useHydrated()
  /** What was entered but not saved. */
  const [entered, setEntered] = useState<Partial<VisitorSetup>>({})
  function keep(next: VisitorSetup | null) {
    setupStore.set(next)
    setEntered({})
  }
  const { os, version } = { os: setup?.os ?? '', version: setup?.version ?? '', ...entered }
  return (
    <form
      method="post"
      action={endpoints.needsScripts}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        keep(parseSetup(os, version))
      }}
      className="setup-form"
    >
      <label>
        {labels.os}
        <select
          name="os"
          value={os}
          onChange={(event) => setEntered({ ...entered, os: event.currentTarget.value })}
        >
          <option value="">{labels.any}</option>
          {systems.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {labels.version}
        <input
          name="version"
          value={version}
          onChange={(event) => setEntered({ ...entered, version: event.currentTarget.value })}
          pattern="\d{1,5}\.\d{1,5}\.\d{1,5}"
          title={labels.help}
          placeholder="2.0.0"
          inputMode="decimal"
        />
      </label>
      {/* Disabled before hydration: Enter in a field would submit the form. */}
      <button type="submit" disabled={!isHydrated}>
        {labels.save}
      </button>
      <button
        type="button"
        // A disabled button would lose the focus.
        aria-disabled={!setup}
        onClick={() => keep(null)}
      >
        {labels.forget}
      </button>
    </form>
  )
}

const stored = createStoredStore<VisitorSetup | null>(null, {
  key: SETUP_KEY,
  parse: parseStoredSetup,
  format: formatSetup,
})

/** The setup that is stored in the browser. The badges of the page follow it (islands/fit-badges.ts). */
const setupStore: Store<VisitorSetup | null> = {
  ...stored,
  set(setup) {
    stored.set(setup)
    dispatchEvent(new CustomEvent(SETUP_EVENT, { detail: formatSetup(setup) }))
  },
}
