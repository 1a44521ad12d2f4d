import { describe, expect, it } from 'vitest'
import { CALLS } from '#lib/contract/calls.ts'
import { type Call, errorsOf } from '#lib/contract/call.ts'
import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-code.ts'
import { uploadErrorOf } from '#lib/creator/check-file.ts'
import { publicationMessage, refusalMessage } from '#lib/creator/refusal.ts'
import { REPOSITORY_ERRORS } from '#lib/creator/repository-error.ts'

/** The refusals of a call that a signed-in browser may get. */
function refusalsOf(call: Call) {
  return [...errorsOf(call)]
    .filter((code) => ERROR_STATUS[code] !== 401)
    .map((reason) => ({
      reason,
      code: ERROR_STATUS[reason],
      message: 'In English.',
      fields: [],
      details: {},
      wait: null,
    }))
}
type Refusal = ReturnType<typeof refusalsOf>[number]

const isOfRepository = (code: ErrorCode) => REPOSITORY_ERRORS.some((error) => error === code)
const isOfFile = (code: ErrorCode) => uploadErrorOf(code) !== undefined

describe('a refusal has a message in the page’s language, whatever its code', () => {
  it.each(['create', 'update'] as const)('of a publication: %s', (name) => {
    const without = refusalsOf(CALLS[name]).filter(
      (refused) => !isOfRepository(refused.reason) && publicationMessage(refused) === null,
    )
    expect(without.map(({ reason }) => reason)).toEqual([])
  })

  it.each([
    'githubCheck',
    'upload',
    'drawCover',
    'decodeNames',
    'remove',
    'changeVersion',
    'discardVersion',
    'keepForm',
    'changeForm',
    'discardForm',
  ] as const)('of a button or a draft: %s', (name) => {
    const hasOwn = ({ reason }: Refusal) => isOfRepository(reason) || isOfFile(reason)
    const without = refusalsOf(CALLS[name]).filter(
      (refused) => !hasOwn(refused) && refusalMessage(refused) === null,
    )
    expect(without.map(({ reason }) => reason)).toEqual([])
  })
})
