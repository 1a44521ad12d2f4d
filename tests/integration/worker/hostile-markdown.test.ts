// @module-tag long
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { render } from '#lib/markdown/render.ts'
import { README_LIMITS } from '#lib/markdown/limits.ts'
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
const GENERATOR_MS = 1000

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

/** Far larger than a README may be: nesting of 10,000, 100,000 items, 1,000 columns. */
const HUGE: [what: string, text: string][] = [
  ['nested quotes', '> '.repeat(10_000)],
  ['nested lists', `${'- '.repeat(10_000)}a`],
  ['nested elements', `${'<div>'.repeat(10_000)}a${'</div>'.repeat(10_000)}`],
  ['nested brackets', `${'['.repeat(10_000)}a${']'.repeat(10_000)}`],
  ['closing brackets', ']'.repeat(60_000)],
  ['items', '- a\n'.repeat(100_000)],
  ['a table of 1,000 columns', `${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|b'.repeat(1000)}`],
  [
    'footnotes',
    Array.from({ length: 10_000 }, (_, at) => `[^${at}] [^${at + 1}]\n\n[^${at}]: a[^1]\n\n`).join(
      '',
    ),
  ],
  [
    'details in links in headings',
    '# [<details><summary>a</summary>b</details>](#a)\n\n'.repeat(3000),
  ],
  ['elements cut in half', '<table><tr><td><b><a href="x'.repeat(10_000)],
  ['alerts', '> [!NOTE]\n> a\n\n'.repeat(10_000)],
]

test('a README of far too much has bounded HTML, in little time', () => {
  const ordinary = 8 * cost(() => render(ORDINARY_MARKDOWN))
  for (const [what, text] of HUGE) {
    const rendered = () => {
      const outcome = render(text, 'readme')
      if ('html' in outcome) expect(outcome.html.length).toBeLessThanOrEqual(README_LIMITS.output)
    }
    expect(cost(rendered), what).toBeLessThan(5 * ordinary)
  }
})

test('plain text is rendered in linear time', () => {
  const property = fc.property(hostileMarkdown, (text) => {
    const { html, summary } = renderPlain(text, text.length)
    expect(html.length).toBeLessThanOrEqual(8 * text.length + 10)
    expect(html.replaceAll(/<\/?p>|<br>/g, '')).not.toContain('<')
    expect(summary.length).toBeLessThanOrEqual(160)
  })
  fc.assert(property, { numRuns: 200 })
})
