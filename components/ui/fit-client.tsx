'use client'

import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react'
import {
  currentSetup,
  fitOf,
  keepSetup,
  type Needs,
  parseSetup,
  subscribeSetup,
} from './setup-store.ts'
import { useHydrated } from './use-hydrated-client.ts'

export type FitWords = { fits: string; os: string; version: string }

const Words = createContext<FitWords>({ fits: '', os: '', version: '' })
const useSetup = () => useSyncExternalStore(subscribeSetup, currentSetup, () => null)

/** Says once for many badges what they say. */
export function FitProvider({ words, children }: { words: FitWords; children: ReactNode }) {
  return <Words.Provider value={words}>{children}</Words.Provider>
}

/** Whether something fits the visitor's setup; nothing for whoever has not told theirs. */
export function FitBadge({ systems, since }: Needs) {
  const words = useContext(Words)
  const setup = useSetup()
  if (!setup) return null
  const fit = fitOf(setup, { systems, since })
  return (
    <span
      data-fit={fit}
      className={`inline-flex h-6 items-center gap-1 rounded-full px-2.5 text-xs font-medium ${fit === 'fits' ? 'bg-success text-content-inverse' : 'bg-surface-2 text-content'}`}
    >
      <span aria-hidden="true">{fit === 'fits' ? '✓' : '–'}</span>
      {words[fit].replace('{version}', since)}
    </span>
  )
}

type FormProps = {
  words: { os: string; any: string; version: string; save: string; forget: string; help: string }
  systems: readonly (readonly [string, string])[]
}

/** Where the visitor tells their setup; it stays in the browser. */
export function SetupForm({ words, systems }: FormProps) {
  const setup = useSetup()
  const isHydrated = useHydrated()
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    keepSetup(parseSetup(given.get('os'), given.get('version')))
  }
  const field = 'h-9 w-full rounded-key border border-line-strong bg-surface-1 px-2.5 text-sm'
  return (
    <form
      key={`${setup?.os} ${setup?.version}`}
      method="post"
      action="/api/needs-scripts"
      onSubmit={save}
      className="grid grid-cols-2 gap-2 pt-2 text-xs text-content-muted"
    >
      <label className="space-y-1">
        {words.os}
        <select name="os" defaultValue={setup?.os} className={field}>
          <option value="">{words.any}</option>
          {systems.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="space-y-1">
        {words.version}
        <input
          name="version"
          defaultValue={setup?.version}
          pattern="\d{1,5}\.\d{1,5}\.\d{1,5}"
          title={words.help}
          placeholder="2.0.0"
          inputMode="decimal"
          className={`${field} placeholder:text-content-faint`}
        />
      </label>
      {/* Before scripts run, Enter in a field would send the form. */}
      <button
        type="submit"
        disabled={!isHydrated}
        className="h-9 cursor-pointer rounded-key border border-line-strong font-medium text-content hover:bg-surface-2"
      >
        {words.save}
      </button>
      <button
        type="button"
        disabled={!setup}
        onClick={() => keepSetup(null)}
        className="h-9 cursor-pointer rounded-key font-medium hover:bg-surface-2 disabled:cursor-default disabled:opacity-50"
      >
        {words.forget}
      </button>
    </form>
  )
}
