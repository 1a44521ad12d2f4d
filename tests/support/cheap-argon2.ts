import { createRequire } from 'node:module'
import type * as argon2 from '@node-rs/argon2'

/*
 * Stands in for `@node-rs/argon2` in the tests of the backend (vitest.config.ts): the same function and format with the
 * least memory and one pass, since a test hashes a code and a password for every account that it registers. What the
 * product passes is checked in tests/unit/backend/password.test.ts.
 */

// Not through the alias, which would lead back here.
const real: typeof argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/** How many hashes were computed. */
export const computed = { count: 0 }

export const hash: typeof argon2.hash = (secret, options, signal) => {
  computed.count += 1
  return real.hash(secret, { ...options, memoryCost: 8, timeCost: 1 }, signal)
}
export const verify: typeof argon2.verify = (...args) => {
  computed.count += 1
  return real.verify(...args)
}
