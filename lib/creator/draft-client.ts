import { z } from 'zod'
import { readJson, writeText } from '#lib/browser/storage.ts'
import { draftKey, removeUnownedDrafts } from './draft-store-client.ts'
import type { UploadedFile } from './form-file.ts'
import { allFiles, type Values, valuesSchema } from './values.ts'

/** State of the project that a form started from. */
const baseSchema = z.object({ revision: z.number().optional(), values: valuesSchema })
export type Base = z.infer<typeof baseSchema>

const draftSchema = z.object({
  /** In milliseconds since 1970. */
  savedAt: z.number(),
  values: valuesSchema,
  /** `null` for a new project. */
  base: baseSchema.nullable(),
})
export type Draft = z.infer<typeof draftSchema>

/** Storage entry of one tab's draft. No other tab writes to it while the form is open. */
export type Slot = {
  key: string
  /** What was typed last time and not published. */
  draft: Draft | null
  /** Whether the form is open in another tab. */
  isShared: boolean
  release: () => void
}

/** How many tabs with the same form keep a draft. */
const SLOTS = 5
/** Limit of a draft in UTF-16 units. The storage of a site holds about five million. */
const DRAFT_MAX = 300_000

/**
 * Claims a slot of a form: that of the newest draft that no other tab has open, or an empty one.
 * @returns `null` if all slots are taken.
 */
export async function claimSlot(uid: string, form: string): Promise<Slot | null> {
  removeUnownedDrafts()
  const slots = Array.from({ length: SLOTS }, (_, slot) => {
    const key = draftKey(uid, form, slot)
    return { key, savedAt: readDraft(key)?.savedAt ?? 0 }
  })
  let isShared = false
  for (const { key } of slots.toSorted((a, b) => b.savedAt - a.savedAt)) {
    const release = await lock(key)
    // Read again: the tab that held the lock may have written last.
    if (release) return { key, draft: readDraft(key), isShared, release }
    isShared = true
  }
  return null
}

/**
 * Holds a lock until it is released or the page is closed.
 * @returns the function that releases it; `null` if another tab holds it.
 */
function lock(name: string): Promise<(() => void) | null> {
  // Without TLS there are no locks: two tabs may share a draft.
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

const readDraft = (key: string): Draft | null =>
  readJson(key, (value) => draftSchema.safeParse(value).data)

/**
 * Stores a draft.
 * @returns whether the browser accepted it: storage may be full or forbidden, and a draft has a limit.
 */
export function saveDraft(key: string, { values, base }: Pick<Draft, 'values' | 'base'>): boolean {
  const text = JSON.stringify({ savedAt: Date.now(), values, base } satisfies Draft)
  return text.length <= DRAFT_MAX && writeText(key, text)
}

export const removeDraft = (key: string): void => void writeText(key, null)

/** Files of a form that its project does not have. */
export function newFilesOf(values: Values, base: Base | null): UploadedFile[] {
  const published = new Set(base ? allFiles(base.values).map(({ id }) => id) : [])
  return allFiles(values).filter(({ id }) => !published.has(id))
}
