import type { ErrorCode } from '#lib/contract/error-code.ts'
import type { RepositoryStatus } from '#lib/contract/project.ts'
import type { projects } from '#backend/db/tables.ts'
import { type Display, displayOf } from '#backend/db/visible.ts'

type Row = typeof projects.$inferSelect
type Stored = Pick<
  Row,
  | 'hiddenAt'
  | 'heldFor'
  | 'repositoryId'
  | 'claimedRepositoryId'
  | 'ownerProof'
  | 'repositoryStatus'
>

/**
 * What a plugin has of its repository: no number yet; no number, because another publication has it; the number; the number, and its author
 * has proved to own the repository.
 */
export type Claim = 'unnumbered' | 'displaced' | 'claimed' | 'proved'
export type PluginState = {
  display: Display
  claim: Claim
  repository: 'same' | RepositoryStatus
}
/** `none` before the publication and after the end; `kept` while the operator keeps files and identity of a deleted one. */
export type PluginPlace = PluginState | 'none' | 'kept'

export const stateOf = (row: Stored): PluginState => ({
  display: displayOf(row),
  claim: claimOf(row),
  repository: row.repositoryStatus ?? 'same',
})

function claimOf({ repositoryId, claimedRepositoryId, ownerProof }: Stored): Claim {
  if (repositoryId === null) return claimedRepositoryId === null ? 'unnumbered' : 'displaced'
  return ownerProof === null ? 'claimed' : 'proved'
}

type Event = {
  by: string
  /** File of `backend/services`, and the function in it that makes the transitions. */
  made: readonly [file: string, name: string]
  /** The row; also the plugin (`lockPlugin`), whether it is published or not. */
  lock: 'row' | 'plugin, row'
  /** The error of states without a transition; they stay as they are by default. */
  otherwise?: ErrorCode
}

const PUBLISH = { made: ['plugin/publish.ts', 'publishPlugin'], lock: 'plugin, row' } as const
const READ = {
  made: ['plugin/publish.ts', 'refreshPlugin'],
  lock: 'plugin, row',
  otherwise: 'not_found',
} as const
const LOSE = { made: ['plugin/repository-status.ts', 'loseRepository'], lock: 'row' } as const
const MODERATE = {
  by: 'operator, moderator',
  made: ['operator/moderate.ts', 'moderateIn'],
  lock: 'row',
  otherwise: 'not_found',
} as const

/** What happens to a plugin. A copy equals something that the operator has hidden. */
export const EVENTS = {
  publish: { by: 'author', ...PUBLISH },
  'publish with proof': { by: 'author', ...PUBLISH },
  'publish a copy': { by: 'author', ...PUBLISH },
  'publish a copy with proof': { by: 'author', ...PUBLISH },
  import: {
    by: 'demo, former releases',
    made: ['project/import.ts', 'importProject'],
    lock: 'row',
  },
  'read without proof': { by: 'author, release', ...READ },
  'read with proof': { by: 'author, release', ...READ },
  'find another repository': { by: 'every reading', ...LOSE },
  'find another owner': { by: 'author, release, daily look', ...LOSE },
  'find the old repository': {
    by: 'release, daily look',
    made: ['plugin/repository-status.ts', 'restoreRepository'],
    lock: 'row',
  },
  displace: {
    by: 'verified owner with a publication without number',
    made: ['plugin/give-way.ts', 'displace'],
    lock: 'plugin, row',
  },
  'take over': { by: 'verified owner who publishes', ...PUBLISH },
  'claim the id': {
    by: 'publication of another repository',
    made: ['plugin/claim.ts', 'checkClaim'],
    lock: 'plugin, row',
  },
  hide: MODERATE,
  restore: MODERATE,
  release: MODERATE,
  refuse: MODERATE,
  remove: MODERATE,
  delete: {
    by: 'author',
    made: ['project/delete.ts', 'deleteProject'],
    lock: 'row',
    otherwise: 'not_found',
  },
  forget: { by: 'sweep, after 30 days', made: ['hidden/kept.ts', 'sweepKept'], lock: 'row' },
} as const satisfies Record<string, Event>
export type PluginEvent = keyof typeof EVENTS

/** The states that have one of the values in each part that is named. */
type Pattern = { [Part in keyof PluginState]?: readonly PluginState[Part][] }
type Transition = { event: PluginEvent; from: Pattern | 'none' | 'kept' } & (
  | { to: Partial<PluginState> | 'none' | 'kept' }
  | { error: ErrorCode }
)

const NUMBERED = { claim: ['claimed', 'proved'] } as const
/** By the verified owner. A publication beside a hidden one of an account without proof gets the number by a proof, once it is released. */
const DISPLACED = { claim: ['displaced'] } as const
const WITHHELD = { display: ['held', 'hidden'] } as const
const FIRST = { display: 'public', claim: 'claimed', repository: 'same' } as const

const PUBLISHED = [
  'publish',
  'publish with proof',
  'publish a copy',
  'publish a copy with proof',
] as const
const READINGS = ['read without proof', 'read with proof'] as const

/** The first one of an event whose `from` a state has decides. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'publish', from: 'none', to: FIRST },
  { event: 'publish with proof', from: 'none', to: { ...FIRST, claim: 'proved' } },
  { event: 'publish a copy', from: 'none', to: { ...FIRST, display: 'held' } },
  { event: 'publish a copy with proof', from: 'none', to: { ...FIRST, display: 'held', claim: 'proved' } }, // prettier-ignore
  { event: 'import', from: 'none', to: { ...FIRST, claim: 'unnumbered' } },
  // Of a hidden one the further publication is held.
  ...PUBLISHED.flatMap((event): Transition[] => [
    { event, from: DISPLACED, error: 'plugin_taken' },
    { event, from: { ...NUMBERED, display: ['public', 'held'] }, error: 'plugin_taken' },
  ]),

  ...READINGS.flatMap((event): Transition[] => [
    { event, from: WITHHELD, error: 'hidden' },
    { event, from: DISPLACED, error: 'plugin_taken' },
  ]),
  { event: 'read without proof', from: { repository: ['replaced'] }, error: 'repository_replaced' },
  { event: 'read without proof', from: { repository: ['transferred'] }, error: 'repository_transferred' }, // prettier-ignore
  { event: 'read without proof', from: {}, to: { claim: 'claimed' } },
  { event: 'read with proof', from: {}, to: { claim: 'proved', repository: 'same' } },

  { event: 'find another repository', from: NUMBERED, to: { repository: 'replaced' } },
  { event: 'find another owner', from: { claim: ['proved'] }, to: { repository: 'transferred' } },
  {
    event: 'find the old repository',
    from: { ...NUMBERED, repository: ['replaced', 'transferred'] },
    to: { claim: 'proved', repository: 'same' },
  },

  { event: 'displace', from: NUMBERED, to: { claim: 'displaced' } },
  { event: 'take over', from: DISPLACED, error: 'plugin_taken' },
  // It has the owner for an author now.
  { event: 'take over', from: { ...NUMBERED, display: ['public'] }, to: { claim: 'proved', repository: 'same' } }, // prettier-ignore
  // It has another id now.
  { event: 'take over', from: { ...NUMBERED, ...WITHHELD }, to: { claim: 'displaced' } },
  { event: 'claim the id', from: { claim: ['proved'], repository: ['replaced'] }, error: 'plugin_id_claimed' }, // prettier-ignore

  { event: 'hide', from: { display: ['public'] }, to: { display: 'hidden' } },
  { event: 'restore', from: { display: ['hidden'] }, to: { display: 'public' } },
  { event: 'release', from: { display: ['held'] }, to: { display: 'public' } },
  { event: 'refuse', from: { display: ['held'] }, to: { display: 'hidden' } },

  { event: 'delete', from: { display: ['public'] }, to: 'none' },
  { event: 'delete', from: WITHHELD, to: 'kept' },
  { event: 'remove', from: {}, to: 'none' },
  { event: 'remove', from: 'kept', to: 'none' },
  { event: 'forget', from: 'kept', to: 'none' },
]

export const transitionOf = (from: PluginPlace, event: PluginEvent): Transition | undefined =>
  TRANSITIONS.find((one) => one.event === event && isIn(from, one.from))

/** Where an event leads from a state, or the error that refuses it; then nothing changes. */
export function follow(
  from: PluginPlace,
  event: PluginEvent,
): { to: PluginPlace } | { error: ErrorCode } {
  const found = transitionOf(from, event)
  if (!found) {
    const { otherwise }: Event = EVENTS[event]
    return otherwise ? { error: otherwise } : { to: from }
  }
  if ('error' in found) return { error: found.error }
  if (typeof found.to === 'string') return { to: found.to }
  return { to: { ...(typeof from === 'string' ? FIRST : from), ...found.to } }
}

function isIn(place: PluginPlace, pattern: Transition['from']): boolean {
  if (typeof place === 'string' || typeof pattern === 'string') return place === pattern
  const { display, claim, repository } = pattern
  return (
    (display?.includes(place.display) ?? true) &&
    (claim?.includes(place.claim) ?? true) &&
    (repository?.includes(place.repository) ?? true)
  )
}

/** Every state that events lead to, each with the events on the shortest way from `none`. */
export function reachable(): { place: PluginPlace; path: PluginEvent[] }[] {
  const events = Object.keys(EVENTS).filter((name): name is PluginEvent => name in EVENTS)
  const found: { place: PluginPlace; path: PluginEvent[] }[] = [{ place: 'none', path: [] }]
  for (const { place, path } of found) {
    for (const event of events) {
      const next = follow(place, event)
      if ('error' in next || found.some((one) => isSame(one.place, next.to))) continue
      found.push({ place: next.to, path: [...path, event] })
    }
  }
  return found
}

const isSame = (a: PluginPlace, b: PluginPlace): boolean => titleOf(a) === titleOf(b)

/** The words of a state, such as `hidden, claimed, replaced`. */
export function titleOf(place: PluginPlace): string {
  if (typeof place === 'string') return place
  const { display, claim, repository } = place
  return [display, claim, ...(repository === 'same' ? [] : [repository])].join(', ')
}
