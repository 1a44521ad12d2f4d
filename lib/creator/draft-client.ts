import { z } from 'zod'
import { draftKey, removeUnownedDrafts } from './draft-store-client.ts'
import { type Values, valuesSchema } from './form.ts'

/** What a form started from: the project as it was then. */
const baseSchema = z.object({ revision: z.number().optional(), values: valuesSchema })
export type Base = z.infer<typeof baseSchema>

const draftSchema = z.object({
  /** In milliseconds since 1970. */
  savedAt: z.number(),
  values: valuesSchema,
  /** `null` for a project that is not there yet. */
  base: baseSchema.nullable(),
})
export type Draft = z.infer<typeof draftSchema>

/** The entry that one tab keeps its draft in; nobody else writes there while it is open. */
export type Slot = {
  key: string
  /** What was typed last time and not published. */
  draft: Draft | null
  /** Whether the form is open in another tab. */
  isShared: boolean
  release: () => void
}

/** A form may be open in so many tabs. */
const SLOTS = 5
/** A draft is at most so long, in UTF-16 units; the storage of a site holds about five million. */
const DRAFT_MAX = 300_000

/**
 * Takes a slot of the form at `place`: the newest draft that no other tab has open, else an empty one.
 * `null` where all are taken, or the browser keeps nothing.
 */
export async function claimSlot(uid: string, place: string): Promise<Slot | null> {
  removeUnownedDrafts()
  const slots = Array.from({ length: SLOTS }, (_, slot) => {
    const key = draftKey(uid, place, slot)
    return { key, draft: readDraft(key) }
  })
  const wanted = slots.toSorted((a, b) => (b.draft?.savedAt ?? 0) - (a.draft?.savedAt ?? 0))
  let isShared = false
  for (const { key } of wanted) {
    const release = await lock(key)
    // Read again: the tab that had it may have written last.
    if (release) return { key, draft: readDraft(key), isShared, release }
    isShared = true
  }
  return null
}

/** Holds a lock while the page lives. @returns what releases it; `null` where another tab holds it. */
function lock(name: string): Promise<(() => void) | null> {
  // Not on pages without TLS: there two tabs may share a draft.
  if (!('locks' in navigator)) return Promise.resolve(() => undefined)
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (held) => {
        if (!held) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(() => resolve(() => undefined))
  })
}

function readDraft(key: string): Draft | null {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Keeps what is typed.
 * @returns whether the browser took it: storage may be full or forbidden, and a draft has a limit.
 */
export function keepDraft(key: string, { values, base }: Pick<Draft, 'values' | 'base'>): boolean {
  try {
    const text = JSON.stringify({ savedAt: Date.now(), values, base } satisfies Draft)
    if (text.length > DRAFT_MAX) return false
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: then there is nothing in it.
  }
}

/** The files that a form names, but for those of the project that it started from. */
export function newFilesOf(values: Values, base: Base | null) {
  const files = ({ file, cover, gallery }: Values) =>
    [file, cover, ...gallery].filter((one) => one !== null)
  const known = new Set(base ? files(base.values).map(({ id }) => id) : [])
  return files(values).filter(({ id }) => !known.has(id))
}
