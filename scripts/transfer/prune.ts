import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { type Depot, type DepotLock, MANIFEST, OBJECTS, TABLES } from './depot.ts'
import { readList } from './list.ts'
import { readManifest } from './manifest.ts'
import type { Transform } from './secret.ts'
import { type Keep, outdated, readStates } from './states.ts'

type Options = {
  depot: Depot
  lock: DepotLock
  decrypt: Transform | undefined
  keep: Keep
  /** The state just written, and the keys of its objects. */
  current: string
  keys: ReadonlySet<string>
  now: Date
}

/**
 * Removes states that are not kept any more, what killed backups have left, and objects that no state names. A state loses its
 * manifest first, so that a kill leaves none that looks complete.
 * @throws Error with one sentence; the states that are kept have everything then.
 */
export async function prune({ depot, lock, decrypt, keep, current, keys, now }: Options) {
  // A key without the right to delete is enough then.
  if (keep.count === 0) return
  await lock.check()
  const states = await readStates(depot)
  const old = new Set(outdated(states.complete, keep, { current, now }).map(({ name }) => name))
  const kept = states.complete.filter(({ name }) => !old.has(name))
  const limit = pLimit(depot.atOnce)
  const remove = (names: string[]) =>
    Promise.all(names.map((name) => limit(() => depot.remove(name))))
  const gone = [...states.files].filter(([name]) => !kept.some((state) => state.name === name))
  for (const [name, files] of gone) {
    const manifest = `${TABLES}/${name}/${MANIFEST}`
    if (files.includes(manifest)) await depot.remove(manifest)
    await remove(files.filter((file) => file !== manifest))
  }

  const clear = (name: string) => {
    const bytes = depot.read(name)
    return buffer(decrypt ? decrypt(bytes) : bytes)
  }
  const needed = new Set(keys)
  for (const { name } of kept) {
    if (name === current) continue
    const manifest = readManifest((await clear(`${TABLES}/${name}/${MANIFEST}`)).toString())
    const list = await readList(await clear(manifest.objects.path))
    for (const key of list.keys()) needed.add(key)
  }
  for await (const batch of depot.list(OBJECTS)) {
    const names = batch.map(([name]) => name)
    await remove(names.filter((name) => !needed.has(path.posix.basename(name))))
  }
}
