import { setTimeout as wait } from 'node:timers/promises'
import { setSimpleGauge } from '#lib/telemetry/registry.ts'
import { readBounded } from '#lib/limits/read-bounded.ts'
import { getProcessState } from '#lib/process-state.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { type Change, CHANGES_MAX, changesSchema } from '#lib/contract/change.ts'
import { CODE_OK, envelopeOf, envelopeSchema } from '#lib/contract/envelope.ts'
import { advanceFeed, distrust, endFeed, history, startFeed } from './feed.ts'
import { expireEverything, expireTags, position as positionHere, setFollower } from './state.ts'
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
type Options = {
  backendUrl: string
  secret: string
  signal: AbortSignal
  /** Notified when the backend fails to answer, and when it answers again. */
  failures?: Failures
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
  let pause = everyMs
  let poke: () => void = () => undefined
  const waiting: (() => void)[] = []
  const next = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      poke()
    })
  let isSupported = true
  setSimpleGauge('keystrip_change_feed_age_seconds', () =>
    isSupported && !signal.aborted ? (elapsed() - respondedAt) / 1000 : null,
  )

  function apply({ items, ...result }: Extract<Poll, { kind: 'changes' }>, askedAt: number) {
    const { history: name } = result
    const isOther = name !== undefined && history() !== undefined && history() !== name
    const isReplaced = result.isReset || isOther
    const isLost = position === undefined || isReplaced || elapsed() - respondedAt > SILENCE_MAX_MS
    const tags = new Set(items.flatMap(tagsOf))
    // Without a position it is unknown what changed since the first page was rendered.
    if (isLost) expireEverything()
    else if (items.length > 0) expireTags(tags, { isFromFeed: true })
    if (isReplaced) distrust()
    if (name === undefined) endFeed()
    else if (isLost || history() === undefined) {
      startFeed({ history: name, position: result.position }, askedAt)
    } else advanceFeed(result.position, tags, { askedAt, isComplete: items.length < CHANGES_MAX })
    position = result.position
    respondedAt = elapsed()
    pause = items.length >= CHANGES_MAX ? 0 : everyMs
    setFollower({ poke: () => poke(), next })
    void getProcessState('followers')?.note()
  }

  while (!signal.aborted) {
    const served = waiting.splice(0)
    try {
      const askedAt = positionHere()
      const result = await poll({ ...options, after: position, signal })
      failures?.works('backend')
      isSupported = result.kind === 'changes'
      if (result.kind === 'changes') apply(result, askedAt)
      else {
        position = undefined
        pause = UNSUPPORTED_MS
        setFollower(undefined)
        endFeed()
      }
    } catch (error) {
      if (!signal.aborted) failures?.failed('backend', error)
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

const tagsOf = ({ kind, id, author, is_new }: Change) =>
  tagsOfChange({ kind, id, author, isNew: is_new })

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
    items,
  } = envelopeOf(changesSchema).parse(body).data
  return { kind: 'changes', position, history: name, isReset, items }
}
