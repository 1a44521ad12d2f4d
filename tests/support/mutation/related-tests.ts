import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from '#scripts/test/imports.ts'

type Reached = { test: string; distance: number }

/** The unit tests of each module: those that import it; without any, all that load it, the fewest steps first. */
export function findRelatedTests(): Map<string, string[]> {
  const reached = new Map<string, Reached[]>()
  for (const test of globSync('tests/unit/**/*.test.{ts,tsx}')) {
    const seen = new Set([test])
    let level = [test]
    for (let distance = 1; level.length > 0; distance += 1) {
      const next = level.flatMap(importsOf)
      level = [...new Set(next)].filter((file) => !seen.has(file))
      for (const file of level) {
        seen.add(file)
        reached.set(file, [...(reached.get(file) ?? []), { test, distance }])
      }
    }
  }
  return new Map(
    [...reached].map(([file, tests]) => {
      const direct = tests.filter(({ distance }) => distance === 1)
      const sorted = (direct.length > 0 ? direct : tests).toSorted(byNearness(file))
      return [file, sorted.map(({ test }) => test)]
    }),
  )
}

/** By steps, then those in the folder of the module's name, then the shortest. */
function byNearness(file: string) {
  const folder = path.basename(path.dirname(file))
  const isNear = ({ test }: Reached) => Number(test.split('/').includes(folder))
  return (a: Reached, b: Reached) =>
    a.distance - b.distance ||
    isNear(b) - isNear(a) ||
    statSync(a.test).size - statSync(b.test).size
}
