import type { z } from 'zod'
import { describeIssue, valueAt } from '#lib/contract/input/describe-issue.ts'
import { type CliError, usageError } from './exit.ts'

/** Ends a phrase, which may end with a question. */
export const sentence = (phrase: string): string => (phrase.endsWith('?') ? phrase : `${phrase}.`)

/** The refusal of a value, with what is accepted in its place. @param accepted a phrase without full stop. */
export const refusedValue = (name: string, accepted: string, hint = ''): CliError =>
  usageError(`${sentence(`${name} is not valid: ${accepted}`)}${hint && ` ${hint}`}`)

/** The same for the first issue of an input, which says what its schema accepts. */
export const refusedInput = (
  name: string,
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
): CliError => refusedValue(name, acceptedBy(issues, input))

/** What the first issue of an input accepts in place of its value. */
export function acceptedBy([issue]: readonly z.core.$ZodIssue[], input: unknown): string {
  return issue ? describeIssue(issue, valueAt(input, issue.path)) : ''
}
