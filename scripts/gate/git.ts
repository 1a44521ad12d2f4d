import { execFileSync } from 'node:child_process'

/* Questions about the repository in the current folder. */

/** What git prints, trimmed. @throws Error where git fails, such as outside of a repository. */
export const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** As `git`, or undefined where it fails. */
export function tryGit(...words: string[]): string | undefined {
  try {
    return git(...words)
  } catch {
    return undefined
  }
}

/** A commit with its short hash and title. @throws Error where there is none. */
export const describeCommit = (commit: string): string =>
  git('log', '-1', '--format=%h “%s”', commit)

/** The branch that the others start from, here or where this one was cloned from; without either, this commit. */
export const mainBranch = (): string =>
  ['origin/main', 'main'].find((name) => tryGit('rev-parse', '--verify', '--quiet', name)) ?? 'HEAD'
