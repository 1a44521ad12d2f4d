import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/* Which file of the project loads which. */

const IMPORT =
  /^(?:@?import|export) (?!type\b)(?:[^;'"]*? from )?'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm

const known = new Map<string, readonly string[]>()

/** Files of the project that a file loads, types aside. Paths start at the root. */
export function importsOf(file: string): readonly string[] {
  const read = known.get(file)
  if (read) return read
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, by, at]) => by ?? at ?? '')
  const files = found
    .map((name) => (name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)))
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && existsSync(name))
  known.set(file, files)
  return files
}

const inverted = new Map<string, ReadonlyMap<string, string[]>>()

/** By each file, those of a pattern that import it. */
function invert(pattern: string[]): ReadonlyMap<string, string[]> {
  const found = inverted.get(pattern.join(' '))
  if (found) return found
  const importers = new Map<string, string[]>()
  for (const file of globSync(pattern)) {
    for (const name of importsOf(file)) importers.set(name, [...(importers.get(name) ?? []), file])
  }
  inverted.set(pattern.join(' '), importers)
  return importers
}

/** Of the files of a pattern, which load one, directly or not, each with its distance in imports. The file itself has none. */
export function importersOf(target: string, ...pattern: string[]): Map<string, number> {
  const importers = invert(pattern)
  const steps = new Map([[target, 0]])
  // A map goes on to the entries that are added while it is walked.
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) {
      if (!steps.has(importer)) steps.set(importer, step + 1)
    }
  }
  return steps
}
