import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FOLDER } from './fetch-set.ts'
import { type DrawingVerdict, verdictSchema } from './judge.ts'
import type { DrawingSet } from './sets.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** What a verdict depends on, besides browser and set. */
const SOURCES = [
  'backend/services/drawing/*.ts',
  'backend/worker/*.ts',
  'tests/support/drawing-judge/*.ts',
  'package-lock.json',
]

/** Changes with the sanitiser, the judge and the browser. */
export async function readState(browserVersion: string): Promise<string> {
  const hash = createHash('sha256').update(browserVersion)
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT }))
  for (const file of files.toSorted()) hash.update(await readFile(path.join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

const fileOf = ({ name }: DrawingSet, state: string) =>
  path.join(FOLDER, 'verdicts', state, `${name}.json`)

/** The verdict of a former run in the same state, so that an interrupted run goes on with the next set. */
export async function keptVerdict(set: DrawingSet, state: string): Promise<DrawingVerdict | null> {
  const text = await readFile(fileOf(set, state), 'utf8').catch(() => null)
  return text === null ? null : verdictSchema.parse(JSON.parse(text))
}

export async function keepVerdict(set: DrawingSet, state: string, verdict: DrawingVerdict) {
  const file = fileOf(set, state)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(verdict))
}
