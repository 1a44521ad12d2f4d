import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const IMPORT =
  /^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm

type Reached = [test: string, distance: number]

/** Files of the project that a file loads. */
function importsOf(file: string): string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, by, at]) => by ?? at ?? '')
  return found
    .map((name) => (name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)))
    .filter((name) => /\.tsx?$/.test(name) && existsSync(name))
}

/** The unit tests that load each module, the nearest first: those that import it themselves, then those that import its importers. */
export function findRelatedTests(): Map<string, string[]> {
  const distances = new Map<string, Reached[]>()
  const imports = new Map<string, string[]>()
  for (const test of globSync('tests/unit/**/*.test.{ts,tsx}').toSorted()) {
    const seen = new Set([test])
    let level = [test]
    for (let distance = 1; level.length > 0; distance += 1) {
      const next = level.flatMap((file) => {
        const known = imports.get(file) ?? importsOf(file)
        imports.set(file, known)
        return known
      })
      level = [...new Set(next)].filter((file) => !seen.has(file))
      for (const file of level) {
        seen.add(file)
        distances.set(file, [...(distances.get(file) ?? []), [test, distance]])
      }
    }
  }
  return new Map(
    [...distances].map(([file, tests]) => [
      file,
      tests.toSorted(byNearness(file)).map(([test]) => test),
    ]),
  )
}

/** By distance, then those in the folder of the module's name, then the shortest. */
function byNearness(file: string) {
  const folder = path.basename(path.dirname(file))
  const rank = ([test, distance]: Reached) => [
    distance,
    test.split('/').includes(folder) ? 0 : 1,
    statSync(test).size,
  ]
  return (a: Reached, b: Reached) => {
    const other = rank(b)
    return (
      rank(a)
        .map((value, at) => value - (other[at] ?? 0))
        .find((value) => value !== 0) ?? 0
    )
  }
}
