import { expect, test } from 'vitest'
import { createStallCheck } from '#lib/worker/stall.ts'

const start = () => {
  const check = createStallCheck(20)
  check.start(1000)
  return check
}

test('a task that uses no processor time is stalled after the checks of that time', () => {
  const check = start()
  for (let at = 1; at < 50; at += 1) expect(check.isStalled(1000, 1000)).toBe(false)
  expect(check.isStalled(1000, 1000)).toBe(true)
})

test('a task that uses a little processor time again and again is not stalled', () => {
  const check = start()
  for (let at = 1; at < 1000; at += 1) expect(check.isStalled(1000 + at * 200, 1000)).toBe(false)
})

test('processor time that an idle process uses is no progress', () => {
  const check = start()
  const stalled = Array.from({ length: 60 }, (_, at) => check.isStalled(1000 + at * 10, 1000))
  expect(stalled).toContain(true)
})

test('a new task begins without idle time', () => {
  const check = start()
  for (let at = 1; at < 50; at += 1) check.isStalled(1000, 1000)
  check.start(1000)
  expect(check.isStalled(1000, 1000)).toBe(false)
})
