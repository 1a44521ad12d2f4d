import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { render } from '#lib/markdown/render.ts'
import { renderPlain } from '#lib/markdown/plain.ts'
import { hostileMarkdown, WORST_MARKDOWN } from '#tests/support/hostile/markdown.ts'

/** Processor milliseconds per 1000 characters; without the limits the worst input takes above 100. */
const MS_PER_KILOBYTE = 90
/** `npm run test:long` runs for minutes. */
const MINUTES = Number(process.env['HOSTILE_MINUTES'] ?? 0)

/** Processor time of `work` in milliseconds, the smaller one of two runs: the first may compile. */
function cost(work: () => unknown): number {
  const once = () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const first = once()
  return first < 20 ? first : Math.min(first, once())
}

test.each(WORST_MARKDOWN)('the renderer takes little time for %s', (_, text) => {
  expect(cost(() => render(text))).toBeLessThan(MS_PER_KILOBYTE * 8.192)
})

test(
  'the renderer takes little time for whatever a generator of hostile texts finds, and its HTML is bounded',
  () => {
    let worst = { msPerKilobyte: 0, text: '' }
    const property = fc.property(hostileMarkdown, (text) => {
      const ms = cost(() => {
        const outcome = render(text)
        if ('html' in outcome) expect(outcome.html.length).toBeLessThanOrEqual(200_000)
      })
      const msPerKilobyte = ms / Math.max(1, text.length / 1000)
      if (msPerKilobyte > worst.msPerKilobyte) worst = { msPerKilobyte, text: text.slice(0, 60) }
    })
    const interruptAfterTimeLimit = MINUTES * 60_000 || 6_000
    fc.assert(property, { numRuns: 1_000_000, interruptAfterTimeLimit, endOnFailure: true })
    if (MINUTES > 0) console.log('worst', worst)
    expect(worst.msPerKilobyte, JSON.stringify(worst)).toBeLessThan(MS_PER_KILOBYTE)
  },
  MINUTES * 60_000 + 60_000,
)

test('plain text is linear in its length, whatever it holds', () => {
  const property = fc.property(hostileMarkdown, (text) => {
    const { html, summary } = renderPlain(text, text.length)
    expect(html.length).toBeLessThanOrEqual(8 * text.length + 10)
    expect(html.replaceAll(/<\/?p>|<br>/g, '')).not.toContain('<')
    expect(summary.length).toBeLessThanOrEqual(160)
  })
  fc.assert(property, { numRuns: 200 })
})
