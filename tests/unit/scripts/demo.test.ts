import { expect, it } from 'vitest'
import { demoOf } from '#scripts/stack/stack.ts'

it.each([
  ['the embedded database', {}, '1'],
  ['a database of the operator', { DATABASE_URL: 'postgres://db/keystrip' }, '0'],
  ['a database of the operator with DEMO set', { DATABASE_URL: 'postgres://db', DEMO: '1' }, '1'],
  ['the embedded database with DEMO=0', { DEMO: '0' }, '0'],
])('%s: %j means DEMO=%s', (_, env, demo) => {
  expect(demoOf({ NODE_ENV: 'production', ...env })).toBe(demo)
})
