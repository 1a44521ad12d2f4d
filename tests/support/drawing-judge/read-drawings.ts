import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A drawing as its author made it; `name` is its path in the set. */
export type Original = { name: string; bytes: Buffer }

/** The drawings below a folder that match, in the order of their names; of equal ones the first. Links are not followed. */
export async function readDrawings(folder: string, files: RegExp): Promise<Original[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => files.test(name))
    .toSorted()
  const found = new Map<string, Original>()
  for (const name of names) {
    const bytes = await readFile(path.join(folder, name))
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (!found.has(hash)) found.set(hash, { name, bytes })
  }
  return [...found.values()]
}
