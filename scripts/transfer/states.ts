import { type Depot, MANIFEST, TABLES } from './depot.ts'

/** A state of the site in a depot. Its rows are in a folder of this name, and its files among those of all states. */
export type SiteState = {
  name: string
  /** One more than that of the state before. Those of an earlier release have none: 0. */
  number: number
  /** By the clock of the machine, which may have been wrong. */
  at: Date
}
/** Names of the files of all states, and which states are complete. */
export type States = {
  complete: SiteState[]
  files: Map<string, string[]>
  /** The highest number, also of a state that is not complete. */
  last: number
}

/** How many states are kept, 0 for all, and for how many days the others are. */
export type Keep = { count: number; days: number }

const NAME = /^(?:(\d{6,12})-)?(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/
const DAY_MS = 24 * 3600 * 1000

export const stateName = (number: number, at: Date) =>
  `${String(number).padStart(6, '0')}-${at.toISOString().replaceAll(/[:.]/g, '-')}`

function parseState(name: string): SiteState | null {
  const [, number = '0', hour, minute, second, rest] = NAME.exec(name) ?? []
  const at = new Date(`${hour}:${minute}:${second}.${rest}`)
  return Number.isNaN(at.getTime()) ? null : { name, number: Number(number), at }
}

/** All states in a depot, the newest last. */
export async function readStates(depot: Depot): Promise<States> {
  const files = new Map<string, string[]>()
  for await (const batch of depot.list(TABLES)) {
    for (const [file] of batch) {
      const [, name = ''] = file.split('/')
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  const complete = [...files].flatMap(([name, names]) => {
    const state = parseState(name)
    return state && names.includes(`${TABLES}/${name}/${MANIFEST}`) ? state : []
  })
  const last = Math.max(0, ...[...files.keys()].map((name) => parseState(name)?.number ?? 0))
  return { complete: complete.toSorted(inOrder), files, last }
}

const inOrder = (a: SiteState, b: SiteState) =>
  a.number - b.number || a.at.getTime() - b.at.getTime()

/**
 * The states to be removed: neither the one just written, nor among the `count` newest by number, nor younger than `days`. So a clock that
 * was wrong removes none that the number keeps.
 * @param states in their order.
 */
export function outdated(
  states: readonly SiteState[],
  { count, days }: Keep,
  { current, now }: { current: string; now: Date },
): SiteState[] {
  if (count === 0) return []
  const old = states.filter(({ name }) => name !== current).slice(0, -(count - 1) || undefined)
  return old.filter(({ at }) => now.getTime() - at.getTime() >= days * DAY_MS)
}

/** The last complete state at a time. @throws Error with one sentence if there is none. */
export function stateAt({ complete }: States, at: Date, place: string): SiteState {
  const found = complete.findLast((state) => state.at <= at)
  if (found) return found
  throw new Error(`There is no backup in ${place} that was made until ${at.toISOString()}.`)
}
