import { expect, it } from 'vitest'
import { hashSecret, verifySecret } from '#backend/services/account/password.ts'

it('hashes passwords and codes with argon2id, 19 MiB and two passes', async () => {
  expect(await hashSecret('engine-1843')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('accepts the secret of a hash alone', async () => {
  const hashed = await hashSecret('engine-1843')
  expect(await verifySecret('engine-1843', hashed)).toBe(true)
  expect(await verifySecret('engine-1844', hashed)).toBe(false)
  expect(await verifySecret('engine-1843', null)).toBe(false)
})
