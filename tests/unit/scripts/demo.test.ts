import { expect, it } from 'vitest'
import { demoOf } from '#scripts/stack.ts'

it.each([
  ['the embedded database', {}, '1'],
  ['a database of the operator’s own', { DATABASE_URL: 'postgres://db/keystrip' }, '0'],
  ['one that is to be filled all the same', { DATABASE_URL: 'postgres://db', DEMO: '1' }, '1'],
  ['an embedded one that is to stay empty', { DEMO: '0' }, '0'],
])('%s: %j means DEMO=%s', (_, env, demo) => {
  expect(demoOf({ NODE_ENV: 'production', ...env })).toBe(demo)
})
