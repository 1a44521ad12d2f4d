import { describe, expect, it } from 'vitest'
import { createSilence } from '#backend/storage/s3-silence.ts'

/** A storage that is asked at times that the test sets, in ms. */
function silenceAt() {
  const clock = { ms: 0 }
  return { clock, silence: createSilence(() => clock.ms) }
}

describe('a storage', () => {
  it('that answers is sent every request', () => {
    const { silence } = silenceAt()
    silence.answered()
    expect([silence.mayAsk(), silence.mayAsk()]).toEqual([true, true])
  })

  it('that does not answer is sent one request a second, and all of them again once it answers', () => {
    const { clock, silence } = silenceAt()
    clock.ms = 8_000
    silence.timedOut(0)
    expect(silence.mayAsk()).toBe(false)
    clock.ms = 9_000
    expect([silence.mayAsk(), silence.mayAsk()]).toEqual([true, false])
    clock.ms = 9_050
    silence.answered()
    expect([silence.mayAsk(), silence.mayAsk()]).toEqual([true, true])
  })

  it('that answered another request meanwhile is available: one request took too long', () => {
    const { clock, silence } = silenceAt()
    clock.ms = 5_000
    silence.answered()
    clock.ms = 8_000
    silence.timedOut(0)
    expect(silence.mayAsk()).toBe(true)
  })
})
