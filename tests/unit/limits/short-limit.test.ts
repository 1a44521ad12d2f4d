import { expect, it, vi } from 'vitest'
import { shortLimit } from '#lib/limits/short-limit.ts'

it.each([
  { factor: undefined, ms: 5_000 },
  { factor: '1', ms: 5_000 },
  { factor: '4', ms: 20_000 },
  { factor: '0.1', ms: 5_000 },
  { factor: '1e9', ms: 5_000 },
  { factor: 'much', ms: 5_000 },
])('a short limit of 5 s is $ms ms with WAIT_FACTOR=$factor', ({ factor, ms }) => {
  vi.stubEnv('WAIT_FACTOR', factor)
  expect(shortLimit(5_000)).toBe(ms)
})
