import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }

const backend = await testBackend({ internalSecret: secret })
beforeEach(() => backend.empty())

const from = (address: string, vouched = secret) => clientOf(backend, { address, secret: vouched })

/** Asks until it is refused, `most` times at most. @returns how many were answered, and the refusal. */
async function until429(
  ask: (attempt: number) => ReturnType<ReturnType<typeof clientOf>['post']>,
  most = 80,
) {
  for (let attempt = 0; attempt < most; attempt += 1) {
    const answer = await ask(attempt)
    if (answer.code === 429) return { answered: attempt, refusal: answer }
  }
  return { answered: most, refusal: undefined }
}

describe('too many attempts', () => {
  it('to guess the password of an account are rejected per network, with the time to wait', async () => {
    await registeredByMail(backend, { secret })
    const { answered, refusal } = await until429(() =>
      from('203.0.113.5').post('/auth/log_in', { ...ADA, password: 'wrong-1' }),
    )
    expect(answered).toBe(20)
    expect(refusal).toMatchObject({ status: 429, reason: 'too_many', data: null })
    const seconds = Number(refusal?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(800)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(await from('203.0.113.5').post('/auth/log_in', ADA)).toMatchObject({ code: 429 })
    expect(await from('198.51.100.1').post('/auth/log_in', ADA)).toMatchObject({ code: 200 })
  })

  it('are counted in the same way for an account that does not exist', async () => {
    const { answered } = await until429(() =>
      from('203.0.113.5').post('/auth/log_in', { account: 'unknown', password: 'wrong-1' }),
    )
    expect(answered).toBe(20)
  })

  it('are reset by the correct password', async () => {
    await registeredByMail(backend, { secret })
    const { post } = from('203.0.113.1')
    for (let attempt = 0; attempt < 19; attempt += 1) {
      await post('/auth/log_in', { ...ADA, password: 'wrong-1' })
    }
    expect(await post('/auth/log_in', ADA)).toMatchObject({ code: 200 })
    expect(await post('/auth/log_in', { ...ADA, password: 'wrong-1' })).toMatchObject({ code: 403 })
  })

  it.each([
    ['/auth/log_in', { account: 'unknown', password: 'wrong-1' }, 'account', 50],
    ['/sms/verify_code', { data: 'x@example.com' }, 'data', 20],
    [
      '/auth/sign_in',
      { username: 'unknown', email: 'x@example.com', password: 'wrong-1x', code: '000000' },
      'username',
      20,
    ],
    [
      '/auth/reset_password',
      { email: 'x@example.com', password: 'wrong-1x', code: '000000' },
      'email',
      20,
    ],
  ])('from one address are refused at %s, others go on', async (path, body, field, limit) => {
    const varied = (attempt: number) => {
      const value = field === 'account' || field === 'username' ? `name${attempt}` : undefined
      return { ...body, [field]: value ?? `x${attempt}@example.com` }
    }
    const { answered } = await until429((attempt) =>
      from('203.0.113.9').post(path, varied(attempt)),
    )
    expect(answered).toBe(limit)
    expect((await from('203.0.113.10').post(path, varied(99))).code).not.toBe(429)
  })

  it('for codes to one e-mail address are rejected: one a minute per network', async () => {
    const ask = (address: string) =>
      from(address).post('/sms/verify_code', { data: 'ada@example.com' })
    expect(await ask('203.0.113.1')).toMatchObject({ code: 200 })
    const refusal = await ask('203.0.113.1')
    expect(refusal).toMatchObject({ code: 429 })
    expect(Number(refusal.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(backend.messages).toHaveLength(1)
  })

  it('are counted by network for IPv6', async () => {
    const { answered } = await until429((attempt) =>
      from(`2001:db8::${attempt.toString(16)}`).post('/auth/log_in', {
        account: `name${attempt}`,
        password: 'wrong-1',
      }),
    )
    expect(answered).toBe(50)
    const body = { account: 'another', password: 'wrong-1' }
    expect(await from('2001:db8:0:1::1').post('/auth/log_in', body)).toMatchObject({ code: 403 })
  })

  it('are not hidden by an unauthenticated client address', async () => {
    const { answered } = await until429((attempt) =>
      from(`203.0.113.${attempt}`, 'a guess').post('/auth/log_in', {
        account: `name${attempt}`,
        password: 'wrong-1',
      }),
    )
    expect(answered).toBe(50)
  })
})
