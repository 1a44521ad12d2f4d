import { z } from 'zod'
import { VERSION_MAX } from '#lib/contract/limits.ts'

/** Each of the three numbers. */
const NUMBER = String.raw`(?:0|[1-9]\d{0,4})`
/** The same with zeros in front, as in versions from before they were refused. */
const STORED_NUMBER = String.raw`\d{1,5}`
/**
 * An identifier of a pre-release, https://semver.org/#spec-item-9. A number has at most 15 digits: larger ones are not exact as
 * floating-point numbers, which the comparison uses.
 */
const IDENTIFIER = String.raw`(?:0|[1-9]\d{0,14}|\d*[A-Za-z-][0-9A-Za-z-]*)`
const PRERELEASE = String.raw`(?:-${IDENTIFIER}(?:\.${IDENTIFIER})*)?`

/** What the messages say would be accepted. */
export const ACCEPTED_VERSIONS =
  'three numbers such as 1.2.0, or a pre-release such as 1.2.0-beta.1'

export const ACCEPTED_MINIMUMS = 'three numbers such as 1.2.0'

const expression = (number: string, rest: string) =>
  new RegExp(`^${[number, number, number].join(String.raw`\.`)}${rest}$`)

/** The oldest version of the application that a project needs: `x.x.x`. */
export const minimumVersionSchema = z
  .string()
  .regex(expression(STORED_NUMBER, ''), ACCEPTED_MINIMUMS)

/** The same in a request: no zeros in front of its numbers. */
export const newMinimumVersionSchema = z.string().regex(expression(NUMBER, ''), ACCEPTED_MINIMUMS)

/** A version of a project: `x.x.x` or, by semver, a pre-release such as `x.x.x-beta.1`. */
export const versionSchema = z
  .string()
  .max(VERSION_MAX, ACCEPTED_VERSIONS)
  .regex(expression(STORED_NUMBER, PRERELEASE), ACCEPTED_VERSIONS)

/** A version that can be published: no zeros in front of its numbers, which dates such as `2024.01.05` have. */
export const newVersionSchema = z
  .string()
  .max(VERSION_MAX, ACCEPTED_VERSIONS)
  .regex(expression(NUMBER, PRERELEASE), ACCEPTED_VERSIONS)
