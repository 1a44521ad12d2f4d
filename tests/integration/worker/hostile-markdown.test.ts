import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { render } from '#lib/markdown/render.ts'
import { renderPlain } from '#lib/markdown/plain.ts'
import {
  hostileMarkdown,
  ORDINARY_MARKDOWN,
  WORST_MARKDOWN,
  WORST_RATIO,
} from '#tests/support/hostile/markdown.ts'
import { cost, worstOf } from '#tests/support/hostile/processor-time.ts'

const msPerKilobyte = (text: string) => cost(() => render(text)) / (text.length / 1000)
/** Processor time of the generator; tests/long has five minutes. */
const GENERATOR_MS = 3000

test.each(WORST_MARKDOWN)('the renderer takes little time for %s', (_, text) => {
  const ordinary = msPerKilobyte(ORDINARY_MARKDOWN)
  expect(msPerKilobyte(text)).toBeLessThan(WORST_RATIO * ordinary)
})

test('the renderer takes little time for generated hostile texts, and its HTML is bounded', () => {
  const rendered = (text: string) => {
    const outcome = render(text)
    if ('html' in outcome) expect(outcome.html.length).toBeLessThanOrEqual(200_000)
  }
  const worst = worstOf(hostileMarkdown, rendered, GENERATOR_MS)
  expect(worst.tried).toBeGreaterThan(10)
  const ordinary = msPerKilobyte(ORDINARY_MARKDOWN)
  expect(worst.msPerKilobyte, worst.begin).toBeLessThan(WORST_RATIO * ordinary)
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
