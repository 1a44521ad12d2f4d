import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Removes the folders that upgrades of `database` have kept, once the site has started with the new one. */
export async function removeUpgraded(database: string): Promise<void> {
  const [parent, prefix] = [path.dirname(database), `${path.basename(database)}.pg`]
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || !/^\d+$/.test(name.slice(prefix.length))) continue
    await rm(path.join(parent, name), { recursive: true, force: true })
  }
}
