import { ApiError } from './error.ts'

/** The answer of a call that a page can do without; `null` if the backend leaves it out or fails. */
export async function ifAvailable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
