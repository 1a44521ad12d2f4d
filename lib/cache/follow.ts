import { setTimeout as wait } from 'node:timers/promises'
import { setSimpleGauge } from '#lib/telemetry/registry.ts'
import { readBounded } from '#lib/limits/read-bounded.ts'
import { getProcessState } from '#lib/process-state.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { type Change, CHANGES_MAX, changesSchema } from '#lib/contract/change.ts'
import { CODE_OK, envelopeOf, envelopeSchema } from '#lib/contract/envelope.ts'
import { advanceFeed, distrust, endFeed, history, startFeed } from './feed.ts'
import {
  CATALOGUE_TAG,
  expireEverything,
  expireTags,
  position as positionHere,
  setFollower,
} from './state.ts'
import { tagsOfChange } from './tags.ts'

/** Polling interval in ms; with the response time, pages change within the promised two seconds. */
const POLL_MS = 500
/** Maximum interval while the backend is down: it may serve another process's change first. */
const DOWN_MS = 1_500
/** Interval in ms for a backend without the call. */
const UNSUPPORTED_MS = 60_000
const TIMEOUT_MS = 2_000
/** The backend keeps changes for an hour. After a longer silence, everything expires. */
const SILENCE_MAX_MS = 45 * 60 * 1000
const RESPONSE_MAX_BYTES = 1024 * 1024

type Failures = {
  failed: (subsystem: 'backend', error: unknown) => void
  works: (subsystem: 'backend') => void
}
type Changes = Extract<Poll, { kind: 'changes' }>
type Options = {
  backendUrl: string
  secret: string
  signal: AbortSignal
  /** Notified when the backend fails to answer, and when it answers again. */
  failures?: Failures
  /** Takes the settings of the site over, before the pages that show them expire. */
  takeSettings?: () => Promise<{ revision: number; isChanged: boolean }>
  everyMs?: number
  /** Elapsed time in ms, for tests. */
  elapsed?: () => number
}
type Poll =
  | { kind: 'unsupported' }
  | {
      kind: 'changes'
      position: number
      history: string | undefined
      isReset: boolean
      settings: number | undefined
      items: Change[]
    }

/**
 * Polls the backend's change feed (`GET /index/changes`) and expires the tags of what changed, until
 * `signal` aborts. Retries while the backend is down.
 */
export async function followChanges({ signal, everyMs = POLL_MS, ...options }: Options) {
  const { elapsed = () => performance.now(), failures } = options
  let position: number | undefined
  let respondedAt = elapsed()
  /** Revision of the settings that pages show. */
  let settings: number | undefined
  /** When the last answer was asked for: what changed before has expired. */
  let trueAt = respondedAt
  let pause = everyMs
  let poke: () => void = () => undefined
  const waiting: (() => void)[] = []
  const next = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      poke()
    })
  const reportFailed = (error: unknown) => {
    if (!signal.aborted) failures?.failed('backend', error)
    return undefined
  }
  let isSupported = true
  setSimpleGauge('keystrip_change_feed_age_seconds', () =>
    isSupported && !signal.aborted ? (elapsed() - respondedAt) / 1000 : null,
  )

  function apply(
    { items, hasNewSettings, ...result }: Changes & { hasNewSettings: boolean },
    askedAt: number,
    askedAtMs: number,
  ) {
    const { history: name } = result
    const isOther = name !== undefined && history() !== undefined && history() !== name
    const isReplaced = result.isReset || isOther
    const isLost = position === undefined || isReplaced || elapsed() - respondedAt > SILENCE_MAX_MS
    const changes = items.map(tagsOfChange)
    const tags = new Set(changes.flatMap((change) => change.tags))
    if (hasNewSettings) tags.add(CATALOGUE_TAG)
    const expire = (isSoft: boolean) => {
      const expiring = new Set(
        changes.flatMap((change) => (change.isSoft === isSoft ? change.tags : [])),
      )
      expireTags(expiring, { isFromFeed: true, isSoft })
    }
    // Without a position it is unknown what changed since the first page was rendered.
    if (isLost || hasNewSettings) expireEverything()
    else [true, false].forEach(expire)
    if (isReplaced) distrust()
    if (name === undefined) endFeed()
    else if (isLost || history() === undefined) {
      startFeed({ history: name, position: result.position }, askedAt)
    } else advanceFeed(result.position, tags, { askedAt, isComplete: items.length < CHANGES_MAX })
    position = result.position
    respondedAt = elapsed()
    if (items.length < CHANGES_MAX) trueAt = askedAtMs
    pause = items.length >= CHANGES_MAX ? 0 : everyMs
    setFollower({ poke: () => poke(), next, age: (at = elapsed()) => at - trueAt })
    void getProcessState('followers')?.note()
  }

  while (!signal.aborted) {
    const served = waiting.splice(0)
    try {
      const askedAt = positionHere()
      const askedAtMs = elapsed()
      const result = await poll({ ...options, after: position, signal })
      failures?.works('backend')
      isSupported = result.kind === 'changes'
      if (result.kind === 'changes') {
        const isOther = result.settings !== undefined && result.settings !== settings
        // What was hidden expires although settings cannot be read; they are asked for again.
        const taken = isOther ? await options.takeSettings?.().catch(reportFailed) : undefined
        settings = taken?.revision ?? settings
        const hasNewSettings = taken?.isChanged ?? false
        apply({ ...result, hasNewSettings }, askedAt, askedAtMs)
      } else {
        position = undefined
        pause = UNSUPPORTED_MS
        setFollower(undefined)
        endFeed()
      }
    } catch (error) {
      reportFailed(error)
      pause = Math.min(Math.max(pause, everyMs) * 2, DOWN_MS)
    }
    for (const resolve of served) resolve()
    const poked = new AbortController()
    poke = () => poked.abort()
    if (waiting.length > 0) poke()
    await wait(pause, undefined, { signal: AbortSignal.any([signal, poked.signal]) }).catch(
      () => undefined,
    )
  }
  setFollower(undefined)
  endFeed()
  for (const resolve of waiting) resolve()
}

async function poll({
  backendUrl,
  secret,
  after,
  signal,
}: Pick<Options, 'backendUrl' | 'secret' | 'signal'> & {
  after: number | undefined
}): Promise<Poll> {
  const { path } = callRequest(CALLS.changes, { after })
  const response = await fetch(`${backendUrl}${path}`, {
    headers: { accept: 'application/json', 'x-internal-secret': secret },
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const body: unknown = JSON.parse(await readBounded(response, RESPONSE_MAX_BYTES))
  const { code } = envelopeSchema.parse(body)
  if (code >= 400 && code < 500 && code !== 429) return { kind: 'unsupported' }
  if (code !== CODE_OK) throw new Error(`code ${code}`)
  const {
    position,
    history: name,
    is_reset: isReset,
    settings,
    items,
  } = envelopeOf(changesSchema).parse(body).data
  return { kind: 'changes', position, history: name, isReset, settings, items }
}
