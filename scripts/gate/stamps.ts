import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { git, mainBranch, tryGit } from './git.ts'

/*
 * What `.ci/run` has found on this machine, by tree: `passed/<tree>`, and `failed/<tree>/` with the reports of a run in which tests failed; where their repetition
 * passed, the tree has passed, too. A tree is the
 * contents of a commit, so a merge that changes nothing has passed where the merged commit has.
 */

/** Failed runs that are kept. */
const KEPT = 5
const RUN_FILE = 'run.json'

const runSchema = z.object({
  commit: z.string(),
  /** When it ended. */
  date: z.iso.datetime(),
  seconds: z.number(),
  /** The load of the machine at each minute. */
  load: z.array(z.number()),
})
export type GateRun = z.infer<typeof runSchema>

const cacheFolder = () =>
  path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'keystrip', 'gate')
const passedFile = (tree: string) => path.join(cacheFolder(), 'passed', tree)
const failedFolder = (tree = '') => path.join(cacheFolder(), 'failed', tree)

/** The tree of a commit. @throws Error where there is none. */
export const treeOf = (commit: string): string => git('rev-parse', `${commit}^{tree}`)

/** The run in which a tree has passed. */
export const findPassed = (tree: string): GateRun | undefined => readRun(passedFile(tree))

/** A note that is not as this version writes it counts: the tree has passed. */
function readRun(file: string): GateRun | undefined {
  if (!existsSync(file)) return undefined
  try {
    return runSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { commit: '', date: statSync(file).mtime.toISOString(), seconds: 0, load: [] }
  }
}

/** Notes that a tree has passed; what is kept of a failure of it before is removed. */
export function notePassed(tree: string, run: GateRun): void {
  mkdirSync(path.dirname(passedFile(tree)), { recursive: true })
  writeFileSync(passedFile(tree), `${JSON.stringify(run)}\n`)
  rmSync(failedFolder(tree), { recursive: true, force: true })
}

/** Keeps the reports of a run with failures, and those of the four before. @returns their folder. */
export function keepReports(tree: string, run: GateRun, reports: string): string {
  const folder = failedFolder(tree)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (existsSync(reports)) cpSync(reports, folder, { recursive: true })
  writeFileSync(path.join(folder, RUN_FILE), `${JSON.stringify(run)}\n`)
  for (const old of findReports().slice(KEPT)) rmSync(old.folder, { recursive: true, force: true })
  return folder
}

/** The runs with failures that are kept, the newest first. */
export function findReports(): { folder: string; run: GateRun; hasPassed: boolean }[] {
  if (!existsSync(failedFolder())) return []
  return readdirSync(failedFolder())
    .flatMap((tree) => {
      const folder = failedFolder(tree)
      const run = readRun(path.join(folder, RUN_FILE))
      return run ? [{ folder, run, hasPassed: findPassed(tree) !== undefined }] : []
    })
    .toSorted((a, b) => b.run.date.localeCompare(a.run.date))
}

/** The newest commit of a branch whose tree has passed, other than one commit. */
export function lastPassed(branch: string, except?: string): string | undefined {
  const commits = tryGit('log', '--format=%H %T', branch)?.split('\n') ?? []
  return commits
    .map((line) => line.split(' '))
    .find(([commit, tree = '']) => commit !== except && findPassed(tree))?.[0]
}

/**
 * Files that differ between this commit and the last one of main before it that has passed on this machine, else its parent.
 * @returns none in a clone without its parent
 */
export function changedSincePassed(): Set<string> | undefined {
  const head = tryGit('rev-parse', 'HEAD')
  const base = lastPassed(mainBranch(), head) ?? 'HEAD^'
  const files = tryGit('diff', '--name-only', base, 'HEAD')
  return files === undefined ? undefined : new Set(files.split('\n'))
}
