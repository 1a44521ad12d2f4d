import type { Edit } from './edit.ts'

export type Patch = {
  change: string
  /** Most files that may change by hand. */
  goal: number
  /** Why it takes more than that. */
  reason?: string
  /** By their paths, the one that declares it first. */
  edits: Readonly<Record<string, Edit>>
  /** Files that only use what is declared: nothing requires them. */
  uses?: readonly string[]
  /** Writes generated files. */
  generate?: readonly string[]
  /** Files that the compiler does not require, with the unit test that does. */
  tests?: Readonly<Record<string, string>>
}
