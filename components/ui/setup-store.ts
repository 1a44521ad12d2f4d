/** What somebody designs on: their operating system and their version of the application. */
export type Setup = { os: string; version: string }

const KEY = 'setup'
/* Without zod, which would weigh more in the browser than the rest of the page. */
const SYSTEMS = ['macos', 'windows', 'linux', 'other']
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/

const listeners = new Set<() => void>()
let known: { text: string | null; setup: Setup | null } = { text: null, setup: null }

/** The setup that a stored text or two fields of a form name; either may be left open, not both. */
export function parseSetup(os: unknown, version: unknown): Setup | null {
  const setup = {
    os: SYSTEMS.find((one) => one === os) ?? '',
    version: typeof version === 'string' && VERSION.test(version) ? version : '',
  }
  return setup.os || setup.version ? setup : null
}

/** A setup is kept as `macos 2.1.0`. */
function parseStored(text: string | null): Setup | null {
  const [os, version] = text?.split(' ') ?? []
  return parseSetup(os, version)
}

/** The address counts before what the browser keeps: a filtered list is for that setup. */
export function currentSetup(): Setup | null {
  const query = new URLSearchParams(location.search)
  const asked = parseSetup(query.get('os'), query.get('minimum_version'))
  const text = asked ? `${asked.os} ${asked.version}` : read()
  // The same object for the same text: React asks whether it has changed.
  if (known.text !== text) known = { text, setup: parseStored(text) }
  return known.setup
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Keeps a setup in the browser, or with `null` forgets it. */
export function keepSetup(setup: Setup | null): void {
  try {
    if (setup) localStorage.setItem(KEY, `${setup.os} ${setup.version}`)
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is full or forbidden: then it counts for nothing.
  }
  for (const listener of listeners) listener()
}

/** Calls back at each change, in other tabs too, until the returned function is called. */
export function subscribeSetup(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export type Needs = { systems: readonly string[]; since: string }

/** Whether something runs on a setup, or what it is that keeps it from running. */
export function fitOf(
  { os, version }: Setup,
  { systems, since }: Needs,
): 'fits' | 'os' | 'version' {
  if (os && !systems.includes(os) && !systems.includes('all')) return 'os'
  return version && isAbove(since, version) ? 'version' : 'fits'
}

function isAbove(version: string, limit: string): boolean {
  const [a, b] = [version, limit].map((one) => one.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
