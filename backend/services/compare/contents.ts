import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { pagesInManifestSchema } from '#lib/contract/file/container.ts'
import type { KeyChange } from '#lib/contract/compare/comparison.ts'

/* Compares the contents of two files: pure, and bounded by what a file may have (10,000 icons, 50 pages of 60 keys). */

type Page = z.infer<typeof pagesInManifestSchema>[number]
type Key = Page['keys'][number]

/** What a file has: icons with a fingerprint of their drawings, pages of keys, and entries of an archive that are not shown. */
export type ComparedContents = {
  icons: ReadonlyMap<string, string>
  pages: readonly Page[]
  entries: ReadonlyMap<string, number>
}

export const contentsChangeSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  same: z.number(),
  pages: z.array(
    z.object({
      id: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      keys: z.array(
        z.object({
          change: z.enum(['added', 'removed', 'changed', 'moved', 'action', 'look']),
          label: z.string(),
          x: z.number().nullable(),
        }),
      ),
    }),
  ),
  entries: z.array(z.object({ name: z.string(), change: z.enum(['added', 'removed', 'changed']) })),
})
/** Names and places, without addresses: those depend on the stored file. */
export type ContentsChange = z.infer<typeof contentsChangeSchema>

/** What of the second file is not in the first one, and the other way round. */
export function compareContents(before: ComparedContents, after: ComparedContents): ContentsChange {
  const icons = compareMaps(before.icons, after.icons)
  const entries = compareMaps(before.entries, after.entries)
  return {
    ...icons,
    pages: comparePages(before, after),
    entries: (['added', 'removed', 'changed'] as const).flatMap((change) =>
      entries[change].map((name) => ({ name, change })),
    ),
  }
}

function compareMaps<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>) {
  const names = [...after.keys()]
  const kept = names.filter((name) => before.has(name))
  const changed = kept.filter((name) => before.get(name) !== after.get(name))
  return {
    added: names.filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed,
    same: kept.length - changed.length,
  }
}

function comparePages(before: ComparedContents, after: ComparedContents): ContentsChange['pages'] {
  const earlier = new Map(before.pages.map((page) => [page.id, page]))
  const later = new Set(after.pages.map(({ id }) => id))
  const changed = after.pages.flatMap((page): ContentsChange['pages'] => {
    const former = earlier.get(page.id)
    if (!former) return [{ id: page.id, change: 'added', keys: [] }]
    const keys = compareKeys(former.keys, page.keys, (icon) => [
      before.icons.get(icon),
      after.icons.get(icon),
    ])
    const isSame = keys.length === 0 && former.name === page.name
    return isSame ? [] : [{ id: page.id, change: 'changed', keys }]
  })
  const removed = before.pages.filter(({ id }) => !later.has(id))
  return [...changed, ...removed.map(({ id }) => ({ id, change: 'removed' as const, keys: [] }))]
}

/** The fingerprints of a drawing before and after. */
type DrawingsOf = (icon: string) => [string | undefined, string | undefined]

/**
 * Keys by their content first, wherever they stand, then by their place: a key that keeps its content has moved, one that keeps its place
 * has changed.
 */
function compareKeys(before: readonly Key[], after: readonly Key[], drawingsOf: DrawingsOf) {
  const left = [...before]
  const take = (isIt: (key: Key) => boolean) => {
    const at = left.findIndex(isIt)
    return at === -1 ? undefined : left.splice(at, 1)[0]
  }
  const hasSameDrawing = ({ icon }: Key) => {
    const [then, now] = icon === null ? [] : drawingsOf(nameIn(icon))
    return then === now
  }
  const isSamePlace = (a: Key, b: Key) => a.x === b.x && a.width === b.width
  const isSameContent = (a: Key, b: Key) =>
    hasSameDrawing(b) && isDeepStrictEqual({ ...a, x: 0, width: 0 }, { ...b, x: 0, width: 0 })
  const rest = after.filter(
    (key) => !take((other) => isSamePlace(other, key) && isSameContent(other, key)),
  )
  const changes: { change: KeyChange; label: string; x: number | null }[] = []
  const note = (change: KeyChange, { label, x }: Key) => void changes.push({ change, label, x })
  const others = rest.filter((key) => {
    const moved = take((other) => other.x !== key.x && isSameContent(other, key))
    if (moved) note('moved', key)
    return !moved
  })
  for (const key of others) {
    const former = take((other) => other.x === key.x)
    if (!former) note('added', key)
    else {
      const isAction = !isDeepStrictEqual(former.action, key.action)
      if (isAction) note('action', key)
      if (!isAction || !isSameLook(former, key) || !hasSameDrawing(key)) note('look', key)
    }
  }
  for (const key of left) note('removed', key)
  return changes
}

const isSameLook = (a: Key, b: Key) =>
  isDeepStrictEqual({ ...a, action: null }, { ...b, action: null })

/** The name of the icon of an entry such as `icons/sun.svg`. */
const nameIn = (entry: string) => entry.slice(entry.indexOf('/') + 1, entry.lastIndexOf('.'))
