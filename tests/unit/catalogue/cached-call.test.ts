import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, type ApiFailure } from '#lib/api/error.ts'
import { clearAnswers } from '#lib/cache/answers.ts'
import { remember } from '#lib/catalogue/cached-call.ts'

beforeEach(clearAnswers)

const rules = { key: 'project one', tags: [], tagsOf: () => [], lifetimeMs: 60_000 }
const failing = (failure: ApiFailure) =>
  vi.fn<() => Promise<string[]>>(() => Promise.reject(new ApiError(failure, 'failed')))

describe('answers of the backend in the data cache', () => {
  it.each([400, 404, 405, 410])('include a final refusal with code %i', async (code) => {
    const read = failing({ kind: 'refused', code })
    for (let request = 0; request < 2; request += 1) {
      await expect(remember(read, rules)).rejects.toMatchObject({
        failure: { kind: 'refused', code },
      })
    }
    expect(read).toHaveBeenCalledTimes(1)
  })

  it.each<ApiFailure>([
    { kind: 'unavailable', code: 503 },
    { kind: 'bad_answer', code: 502 },
    { kind: 'timeout', code: 504 },
    { kind: 'refused', code: 429 },
  ])('do not include a temporary failure: $kind $code', async (failure) => {
    const read = failing(failure)
    for (let request = 0; request < 2; request += 1) {
      await expect(remember(read, rules)).rejects.toMatchObject({ failure })
    }
    expect(read).toHaveBeenCalledTimes(2)
    const icons = ['sun', 'moon']
    expect(await remember(async () => icons, rules)).toEqual(icons)
    expect(await remember(read, rules)).toEqual(icons)
    expect(read).toHaveBeenCalledTimes(2)
  })
})
