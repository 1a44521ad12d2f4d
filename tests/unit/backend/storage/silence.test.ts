import { describe, expect, it } from 'vitest'
import { createSilence } from '#backend/storage/s3-silence.ts'

/** A storage that is asked at times that the test sets, in ms. */
function silenceAt() {
  const clock = { ms: 0 }
  return { clock, silence: createSilence(() => clock.ms) }
}

describe('a storage', () => {
  it('that answers is asked at any time', () => {
    const { silence } = silenceAt()
    silence.answered()
    expect([silence.mayAsk(), silence.mayAsk()]).toEqual([true, true])
  })

  it('that is silent is asked once a second, and always again once it answers', () => {
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

  it('that answered something else meanwhile is not silent: one request took too long', () => {
    const { clock, silence } = silenceAt()
    clock.ms = 5_000
    silence.answered()
    clock.ms = 8_000
    silence.timedOut(0)
    expect(silence.mayAsk()).toBe(true)
  })
})
