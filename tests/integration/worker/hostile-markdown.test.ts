import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { render } from '#lib/markdown/render.ts'
import { renderPlain } from '#lib/markdown/plain.ts'
import { hostileMarkdown, WORST_MARKDOWN } from '#tests/support/hostile/markdown.ts'
import { cost, worstOf } from '#tests/support/hostile/processor-time.ts'

/**
 * Processor milliseconds per 1000 characters, on a machine that does other work as well. Without the
 * limits the worst of these inputs took 90 to 380.
 */
const MS_PER_KILOBYTE = 90
/** Processor time of the generator; tests/long has five minutes. */
const GENERATOR_MS = 3000

test.each(WORST_MARKDOWN)('the renderer takes little time for %s', (_, text) => {
  expect(cost(() => render(text))).toBeLessThan(MS_PER_KILOBYTE * 8.192)
})

test('the renderer takes little time for generated hostile texts, and its HTML is bounded', () => {
  const rendered = (text: string) => {
    const outcome = render(text)
    if ('html' in outcome) expect(outcome.html.length).toBeLessThanOrEqual(200_000)
  }
  const { msPerKilobyte, tried, begin } = worstOf(hostileMarkdown, rendered, GENERATOR_MS)
  expect(tried).toBeGreaterThan(10)
  expect(msPerKilobyte, begin).toBeLessThan(MS_PER_KILOBYTE)
}, 300_000)

test('plain text is rendered in linear time', () => {
  const property = fc.property(hostileMarkdown, (text) => {
    const { html, summary } = renderPlain(text, text.length)
    expect(html.length).toBeLessThanOrEqual(8 * text.length + 10)
    expect(html.replaceAll(/<\/?p>|<br>/g, '')).not.toContain('<')
    expect(summary.length).toBeLessThanOrEqual(160)
  })
  fc.assert(property, { numRuns: 200 })
})
