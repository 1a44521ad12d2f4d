import 'server-only'
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type PlainState, plainStateSchema } from '#lib/creator/plain-form.ts'
import { ensureProcessState } from '#lib/process-state.ts'

/** Forms that are held at a time, for how long in ms, and the size of one in characters of JSON. */
const HELD_MAX = 100
const HELD_MS = 30 * 60_000
const SIZE_MAX = 64 * 1024

type Held = { uid: string; json: string }

declare module '#lib/process-state.ts' {
  interface ProcessState {
    /** Forms posted after the session had ended, by a random id. */
    heldForms: LRUCache<string, Held>
  }
}

const forms = () =>
  ensureProcessState(
    'heldForms',
    () =>
      new LRUCache({
        max: HELD_MAX,
        ttl: HELD_MS,
        maxSize: HELD_MAX * SIZE_MAX,
        maxEntrySize: SIZE_MAX,
        sizeCalculation: ({ json }) => json.length,
      }),
  )

/**
 * Holds a form while its account signs in again: the backend keeps none without a session. In the
 * memory of this process only; a form that is too large is not held.
 * @returns its id.
 */
export function hold(uid: string, state: PlainState): string {
  const id = randomUUID()
  forms().set(id, { uid, json: JSON.stringify(state) })
  return id
}

/** The held form of an account; `null` if there is none. */
export function findHeld(uid: string, id: string): PlainState | null {
  const found = forms().get(id)
  return found?.uid === uid ? plainStateSchema.parse(JSON.parse(found.json)) : null
}
