import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const [, ...WALKS] = readFileSync('docs/walks.md', 'utf8').split('\n## ')
/** Files of each walk, in their order. None may become longer. */
const FILES_MAX = [53, 62, 16]
const FILE = /`([^`]+\.tsx?)`/g
const IMPORT = /(?:from|import)[\s(]+'([#.][^']+)'/g
/** Composed by other pages: no file of the walk imports it, and it imports none. */
const ENTRIES = [
  'app/[locale]/home/(public)/layout.tsx',
  'app/[locale]/home/user/published/[kind]/[id]/page.tsx',
]

/** The files of a walk; a name without a folder is in the folder of the file before it. */
const filesOf = (walk: string) =>
  [...walk.matchAll(FILE)].reduce<string[]>((files, [, name = '']) => {
    const inFolder = path.join(path.dirname(files.at(-1) ?? ''), name)
    return [...files, existsSync(name) ? name : inFolder]
  }, [])

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name),
  )

it.each(WALKS.map((walk, at) => [walk.split('\n', 1)[0], filesOf(walk), FILES_MAX[at]] as const))(
  '%s: each file imports another one of the walk, or is imported by one',
  (_, files, most = 0) => {
    const inWalk = new Set(files)
    const linked = new Set(
      files.flatMap((file) => {
        const targets = importsOf(file).filter((name) => inWalk.has(name))
        return targets.length > 0 ? [file, ...targets] : []
      }),
    )
    expect(inWalk.size).toBeGreaterThan(15)
    expect(inWalk.size).toBeLessThanOrEqual(most)
    expect(files.filter((file) => !linked.has(file) && !ENTRIES.includes(file))).toEqual([])
  },
)
