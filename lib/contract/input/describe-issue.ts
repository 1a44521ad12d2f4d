import type { z } from 'zod'
import { nearestOf } from '#lib/contract/fields.ts'
import { toVersion } from '#lib/contract/version/parse-version.ts'
import { ACCEPTED_MINIMUMS, ACCEPTED_VERSIONS } from '#lib/contract/version/version-schema.ts'

/** What the messages say of a time: without a zone it would be another one on each machine. */
export const ACCEPTED_TIMES =
  'a date and time with its zone, such as 2026-12-24T18:00:00Z or 2026-12-24T19:00:00+01:00'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
/** Messages of zod itself, which name the rule in its own words. */
const OF_ZOD = /^(?:Invalid|Too|Unrecognized|Expected)\b/
const UNKNOWN = 'not a value that is accepted here'

/**
 * What a schema accepts in place of a value: a phrase in English without full stop, to follow the name of the field.
 * @param given the value with the issue; `undefined` if there is none.
 */
export function describeIssue(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_value':
      return describeValues(issue.values.map(String), given)
    case 'invalid_type':
      return given === undefined ? 'missing' : (TYPES[issue.expected] ?? UNKNOWN)
    case 'too_big':
      return describeLimit('at most', Number(issue.maximum), issue.origin)
    case 'too_small':
      if (Number(issue.minimum) === 1 && issue.origin === 'string') return 'not empty'
      return describeLimit('at least', Number(issue.minimum), issue.origin)
    case 'invalid_format':
      if (issue.format === 'datetime') return ACCEPTED_TIMES
      return ownMessage(issue, given)
    case 'invalid_union':
      return describeUnion(issue.errors, given)
    default:
      return ownMessage(issue, given)
  }
}

function ownMessage({ message }: z.core.$ZodIssue, given: unknown): string {
  if (OF_ZOD.test(message)) return UNKNOWN
  const isVersion = message === ACCEPTED_VERSIONS || message === ACCEPTED_MINIMUMS
  return isVersion && typeof given === 'string' ? acceptedFor(given, message) : message
}

/** What is accepted in place of a version, and the number that it is read as, if it is accepted. */
export function acceptedFor(
  given: string,
  accepted: typeof ACCEPTED_VERSIONS | typeof ACCEPTED_MINIMUMS,
): string {
  const near = toVersion(given)
  const isTaken = near !== null && (accepted === ACCEPTED_VERSIONS || !near.includes('-'))
  return isTaken ? `${accepted}; did you mean ${near}?` : accepted
}

/** The values of a list, and the one that is most like what was given. */
export function describeValues(values: readonly string[], given: unknown): string {
  const listed = values.length === 1 ? values.join() : `one of ${values.join(', ')}`
  const nearest =
    typeof given === 'string' ? nearestOf(given.slice(0, NAME_MAX), [...values]) : undefined
  return nearest === undefined ? listed : `${listed}; did you mean ${nearest}?`
}
/** A longer text is no slip of one of the values, in characters. */
const NAME_MAX = 60

const UNITS: Readonly<Record<string, [string, string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
}

function describeLimit(bound: string, limit: number, origin: string): string {
  const [one, many] = UNITS[origin] ?? ['', '']
  return `${bound} ${limit}${limit === 1 ? one : many}`
}

/** That of the form which a value is most like: the one whose issues are deepest in it. */
function describeUnion(forms: readonly z.core.$ZodIssue[][], given: unknown): string {
  const firsts = forms.flatMap(([first]) => (first ? [first] : []))
  const [inner] = firsts
    .filter(({ code, path }) => code !== 'invalid_type' || path.length > 0)
    .toSorted((a, b) => b.path.length - a.path.length)
  if (inner) return describeIssue(inner, valueAt(given, inner.path))
  return [...new Set(firsts.map((first) => describeIssue(first, given)))].join(' or ')
}

/** The value at a path of an input; `undefined` where there is none. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return value
}
