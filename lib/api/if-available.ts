import { ApiError } from './error.ts'

/** The answer of a call that a page can do without; `null` if the backend leaves it out or fails. */
export const ifAvailable = <T>(answer: Promise<T>): Promise<T | null> => unless(answer, () => true)

/** The answer of an optional call; `null` if the backend refuses it. @throws ApiError for any other failure. */
export const ifOffered = <T>(answer: Promise<T>): Promise<T | null> =>
  unless(answer, ({ failure }) => failure.kind === 'refused')

/** The same of a call that other backends do not have, and may answer with something else. */
export const ifKnown = <T>(answer: Promise<T>): Promise<T | null> =>
  unless(answer, ({ failure }) => failure.kind === 'refused' || failure.kind === 'bad_answer')

/** An answer; `null` if what it is about does not exist, or the input is invalid. @throws ApiError for any other failure. */
export const ifFound = <T>(answer: Promise<T>): Promise<T | null> =>
  unless(answer, ({ isNotFound }) => isNotFound)

async function unless<T>(
  answer: Promise<T>,
  isExpected: (error: ApiError) => boolean,
): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && isExpected(error)) return null
    throw error
  }
}
