import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const IMPORT =
  /^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm

/** Files of the project that a file loads. */
function importsOf(file: string): string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, by, at]) => by ?? at ?? '')
  return found
    .map((name) => (name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)))
    .filter((name) => /\.tsx?$/.test(name) && existsSync(name))
}

/** The unit tests that load each module with the fewest steps between them: usually those that import it themselves. */
export function findRelatedTests(): Map<string, string[]> {
  const reached = new Map<string, { distance: number; tests: string[] }>()
  const imports = new Map<string, string[]>()
  for (const test of globSync('tests/unit/**/*.test.{ts,tsx}')) {
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
        const before = reached.get(file)
        if (before?.distance === distance) before.tests.push(test)
        else if (before === undefined || before.distance > distance) {
          reached.set(file, { distance, tests: [test] })
        }
      }
    }
  }
  return new Map([...reached].map(([file, { tests }]) => [file, tests.toSorted(byNearness(file))]))
}

/** Those in the folder of the module's name first, then the shortest. */
function byNearness(file: string) {
  const folder = path.basename(path.dirname(file))
  const isNear = (test: string) => Number(test.split('/').includes(folder))
  return (a: string, b: string) => isNear(b) - isNear(a) || statSync(a).size - statSync(b).size
}
