import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { diskFull, DomainError, fullPart } from '#backend/errors.ts'
import { failedSubsystem } from '#backend/report-failure.ts'

const ofSystem = (code: string) => Object.assign(new Error('write failed'), { code })
const ofDatabase = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, 0, 'error'), { code })
const inQuery = (cause: Error) => new DrizzleQueryError('INSERT', [], cause)

it.each([
  ['a full disk', ofSystem('ENOSPC'), 'disk'],
  ['a quota', ofSystem('EDQUOT'), 'disk'],
  ['a cause', new DomainError('mail_failed', 'x', { cause: ofSystem('ENOSPC') }), 'disk'],
  ['a table', inQuery(ofDatabase('53100', 'could not extend file')), 'database_space'],
  ['a table without a query', ofDatabase('53100', 'could not extend file'), 'database_space'],
  ['a log', inQuery(ofDatabase('58030', 'x: No space left on device')), 'database_space'],
  ['a log of the embedded one', ofDatabase('XX000', 'No space left on device'), 'database_space'],
  ['a quota of the server', ofDatabase('58030', 'x: Disk quota exceeded'), 'database_space'],
] as const)('%s is a lack of room', (_what, error, part) => {
  expect(fullPart(error)).toBe(part)
  expect(failedSubsystem(diskFull(error))).toBe(part)
})

it.each([
  ['too many connections', inQuery(ofDatabase('53300', 'too many clients')), 'database'],
  ['no memory', inQuery(ofDatabase('53200', 'out of memory')), 'database'],
  ['a text of a user', new Error('No space left on device'), undefined],
  ['nothing', undefined, undefined],
] as const)('%s is none', (_what, error, part) => {
  expect(fullPart(error)).toBeUndefined()
  expect(failedSubsystem(error)).toBe(part)
})
