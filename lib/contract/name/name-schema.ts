import { z } from 'zod'
import { NAME_PROBLEMS, type NameProblem, nameProblem, nameSentence, NOT_IN_NAME } from './name.ts'
import { CONTROL_CHARACTERS } from '#lib/contract/text.ts'

const ALLOWED = new RegExp(`^[^${NOT_IN_NAME}]*$`, 'u')

/** A name. An issue of it has the problem in `params`. */
export const nameSchema = z
  .string()
  .regex(ALLOWED, CONTROL_CHARACTERS)
  .check(({ value, issues }) => {
    const problem = nameProblem(value)
    if (problem === null) return
    const message = nameSentence(problem)
    issues.push({ code: 'custom', input: value, message, params: { problem } })
  })
  .meta({
    description:
      'Has a character that prints, no control characters, and none that change the direction of text; combining marks are limited.',
  })

/** The problem that an issue of `nameSchema` has. */
export function problemOf(issue: z.core.$ZodIssue): NameProblem | undefined {
  const problem: unknown = issue.code === 'custom' ? issue.params?.['problem'] : undefined
  return NAME_PROBLEMS.find((known) => known === problem)
}
