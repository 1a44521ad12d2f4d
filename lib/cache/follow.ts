import { setTimeout as wait } from 'node:timers/promises'
import { readBounded } from '#lib/api/read-bounded.ts'
import { type Change, CHANGES_MAX, changesSchema } from '#lib/contract/change.ts'
import { CODE_OK, envelopeOf, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { expireEverything, expireTags, setFollower } from './state.ts'
import { tagsOfChange } from './tags.ts'

/** Between two questions, in ms: with the answer it stays below the two seconds that are promised. */
const EVERY_MS = 500
/** The most while the backend is away: a change through another process may be its first work. */
const AWAY_MS = 1_500
/** Between two questions to a backend that does not have the call, in ms. */
const UNKNOWN_MS = 60_000
const TIMEOUT_MS = 2_000
/** The backend forgets changes after an hour; who heard nothing for so long asks for none of them. */
const FORGOTTEN_MS = 45 * 60 * 1000
const ANSWER_MAX_BYTES = 1024 * 1024

type Faults = {
  failed: (part: 'backend', error: unknown) => void
  works: (part: 'backend') => void
}
type Options = {
  backendUrl: string
  secret: string
  signal: AbortSignal
  /** Told when the backend fails to answer, and when it answers again. */
  faults?: Faults
  everyMs?: number
  /** Elapsed time in ms, for tests. */
  elapsed?: () => number
}
type Answer =
  | { kind: 'unknown' }
  | { kind: 'changes'; position: number; isReset: boolean; items: Change[] }

/**
 * Follows the changes that the backend tells of (`GET /index/changes`), whoever made them, and
 * expires what shows them. Goes on until `signal`; a backend that is away is asked again.
 */
export async function followChanges({ signal, everyMs = EVERY_MS, ...options }: Options) {
  const { elapsed = () => performance.now(), faults } = options
  let position: number | undefined
  let heardAt = elapsed()
  let pause = everyMs
  let poke: () => void = () => undefined

  function take({ items, isReset, ...answer }: Extract<Answer, { kind: 'changes' }>) {
    const isLost = position === undefined || isReset || elapsed() - heardAt > FORGOTTEN_MS
    // Before the first position nobody knows what had changed since the first page was rendered.
    if (isLost) expireEverything()
    else if (items.length > 0) expireTags(new Set(items.flatMap(tagsOf)))
    position = answer.position
    heardAt = elapsed()
    pause = items.length >= CHANGES_MAX ? 0 : everyMs
    setFollower({ poke: () => poke() })
  }

  while (!signal.aborted) {
    try {
      const answer = await ask({ ...options, after: position, signal })
      faults?.works('backend')
      if (answer.kind === 'changes') take(answer)
      else {
        position = undefined
        pause = UNKNOWN_MS
        setFollower(undefined)
      }
    } catch (error) {
      if (!signal.aborted) faults?.failed('backend', error)
      pause = Math.min(Math.max(pause, everyMs) * 2, AWAY_MS)
    }
    const poked = new AbortController()
    poke = () => poked.abort()
    await wait(pause, undefined, { signal: AbortSignal.any([signal, poked.signal]) }).catch(
      () => undefined,
    )
  }
  setFollower(undefined)
}

const tagsOf = ({ kind, id, author, is_new }: Change) =>
  tagsOfChange({ kind, id, author, isNew: is_new })

async function ask({
  backendUrl,
  secret,
  after,
  signal,
}: Pick<Options, 'backendUrl' | 'secret' | 'signal'> & {
  after: number | undefined
}): Promise<Answer> {
  const query = after === undefined ? '' : `?after=${after}`
  const response = await fetch(`${backendUrl}${API_BASE}/index/changes${query}`, {
    headers: { accept: 'application/json', 'x-internal-secret': secret },
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const body: unknown = JSON.parse(await readBounded(response, ANSWER_MAX_BYTES))
  const { code } = envelopeSchema.parse(body)
  if (code >= 400 && code < 500 && code !== 429) return { kind: 'unknown' }
  if (code !== CODE_OK) throw new Error(`code ${code}`)
  const { position, is_reset: isReset, items } = envelopeOf(changesSchema).parse(body).data
  return { kind: 'changes', position, isReset, items }
}
